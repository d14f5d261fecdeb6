/**
 * A scriptable SMTP relay that can fail at any point of a conversation and keeps a journal of what
 * it has read, and a mailbox relay (SMTP in, IMAP out) built on it.
 */
package dev.sendonce.lab.relay;
