package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The durable steps inside an attempt. */
public enum AttemptPhase {
  /** Claimed; recorded before any network use. */
  OPENED,
  /** Recorded before the first byte of the final dot; no automatic way leads back from here. */
  END_OF_DATA;

  /** The spelling used in JSON and in the ledger. */
  @JsonValue
  public String wire() {
    return WireName.of(this);
  }

  /** Reads {@link #wire()}; fails with {@link IllegalArgumentException} on anything else. */
  @JsonCreator
  public static AttemptPhase fromWire(String wire) {
    return WireName.parse(AttemptPhase.class, wire);
  }
}
