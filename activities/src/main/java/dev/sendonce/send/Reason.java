package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Why a send is {@code not_sent}, in order of precedence. */
public enum Reason {
  REJECTED,
  EXPIRED,
  CANCELLED,
  SUPPRESSED,
  RESOLVED;

  /** The spelling used in JSON and in the ledger. */
  @JsonValue
  public String wire() {
    return WireName.of(this);
  }

  /** Reads {@link #wire()}; fails with {@link IllegalArgumentException} on anything else. */
  @JsonCreator
  public static Reason fromWire(String wire) {
    return WireName.parse(Reason.class, wire);
  }
}
