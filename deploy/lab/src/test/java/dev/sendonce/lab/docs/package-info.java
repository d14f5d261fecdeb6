/** Runs what the documentation tells people to run. */
package dev.sendonce.lab.docs;
