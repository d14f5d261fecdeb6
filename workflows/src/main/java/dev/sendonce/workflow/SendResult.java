package dev.sendonce.workflow;

import dev.sendonce.send.Reason;
import dev.sendonce.send.SendState;

/**
 * How a send ended, for people who look at the closed workflow. The ledger is the record.
 *
 * @param story one redacted sentence
 */
public record SendResult(SendState state, Reason reason, int attempts, String story) {}
