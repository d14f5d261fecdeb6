/**
 * Starts and stops a whole deployment on one machine: Temporal, MongoDB, a mailbox relay and nodes.
 *
 * <p>The commands are {@code deploy/start} and {@code deploy/stop}. Everything a deployment keeps
 * lies below one directory, its home; what runs is recorded there before it is relied upon, so that
 * a stop finds all of it, whatever was killed in between.
 */
package dev.sendonce.lab.launch;
