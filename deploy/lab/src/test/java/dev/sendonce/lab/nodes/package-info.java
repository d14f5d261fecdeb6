/** Many nodes on one database, killed, frozen and cut off while they work: real processes. */
package dev.sendonce.lab.nodes;
