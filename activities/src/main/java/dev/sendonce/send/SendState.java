package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The state of a send, always derived from its recipients and its attempt (DESIGN 4). */
public enum SendState {
  /** Frozen and recorded; an attempt may be opened. */
  PREPARED,
  /** An attempt owns the send. */
  SMTP_INFLIGHT,
  /** Accepted by the relay and recorded; the slow work after it is not done yet. */
  SMTP_ACCEPTED,
  /** Accepted, and everything after it done. */
  SENT,
  /** An outcome is uncertain; verification is looking. */
  CONFIRMING,
  /** Verification is exhausted; a person decides. */
  UNCONFIRMED,
  /** Nobody was accepted, with proof or by a person's decision. */
  NOT_SENT;

  /** True for the states that nothing but evidence shown beside them changes any more. */
  public boolean isTerminal() {
    return this == SENT || this == NOT_SENT;
  }

  /** The spelling used in JSON and in the ledger. */
  @JsonValue
  public String wire() {
    return WireName.of(this);
  }

  /** Reads {@link #wire()}; fails with {@link IllegalArgumentException} on anything else. */
  @JsonCreator
  public static SendState fromWire(String wire) {
    return WireName.parse(SendState.class, wire);
  }
}
