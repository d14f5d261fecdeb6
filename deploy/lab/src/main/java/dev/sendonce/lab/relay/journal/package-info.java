/** What a relay has read, kept and answered: append-only on disk, written by the relay itself. */
package dev.sendonce.lab.relay.journal;
