/** Kills everything, one after the other, while work is in flight; the relay's journal judges. */
package dev.sendonce.lab.chaos;
