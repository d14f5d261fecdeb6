/**
 * Addresses, the frozen message and everything else that knows MIME and RFC 5322.
 *
 * <p>The bytes are written by this package and not by a mail library: what is frozen here is what
 * every attempt puts on the wire (invariant I6), so nothing may be completed, re-encoded or
 * re-numbered by a library on a later occasion, and attachments must pass through without being
 * held in memory.
 */
package dev.sendonce.message;
