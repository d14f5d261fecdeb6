package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.journal.JournalWriter;
import java.time.Clock;

/** What the sessions of one relay share. */
record RelayParts(
    RelayOptions options,
    ScriptBook scripts,
    JournalWriter journal,
    Keeper keeper,
    Ids ids,
    Lifetime lifetime,
    Clock clock) {}
