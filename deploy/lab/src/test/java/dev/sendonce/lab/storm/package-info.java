/** Many clients at once on a whole deployment. */
package dev.sendonce.lab.storm;
