package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What became of one recipient. */
public enum RecipientOutcome {
  /** Never tried. */
  PENDING,
  /** Tried, provably not accepted, will be tried again. */
  DEFERRED,
  /** End of data may have been read for this recipient; only evidence or a person closes it. */
  UNCERTAIN,
  ACCEPTED,
  REFUSED,
  CANCELLED,
  EXPIRED,
  SUPPRESSED,
  /** Closed by a person; see the recipient's decision. */
  RESOLVED;

  /** True while an attempt may still carry this recipient. */
  public boolean isSendable() {
    return this == PENDING || this == DEFERRED;
  }

  /** The spelling used in JSON and in the ledger. */
  @JsonValue
  public String wire() {
    return WireName.of(this);
  }

  /** Reads {@link #wire()}; fails with {@link IllegalArgumentException} on anything else. */
  @JsonCreator
  public static RecipientOutcome fromWire(String wire) {
    return WireName.parse(RecipientOutcome.class, wire);
  }
}
