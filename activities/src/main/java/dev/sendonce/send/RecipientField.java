package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The header field a recipient came from. */
public enum RecipientField {
  TO,
  CC,
  BCC;

  /** The spelling used in JSON and in the ledger. */
  @JsonValue
  public String wire() {
    return WireName.of(this);
  }

  /** Reads {@link #wire()}; fails with {@link IllegalArgumentException} on anything else. */
  @JsonCreator
  public static RecipientField fromWire(String wire) {
    return WireName.parse(RecipientField.class, wire);
  }
}
