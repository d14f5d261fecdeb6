package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What a person ordered for the uncertain recipients of a send. */
public enum Decision {
  SENT,
  NOT_SENT,
  RESEND;

  /** The spelling used in JSON and in the ledger. */
  @JsonValue
  public String wire() {
    return WireName.of(this);
  }

  /** Reads {@link #wire()}; fails with {@link IllegalArgumentException} on anything else. */
  @JsonCreator
  public static Decision fromWire(String wire) {
    return WireName.parse(Decision.class, wire);
  }
}
