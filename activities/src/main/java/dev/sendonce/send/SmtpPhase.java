package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How far an SMTP transaction came, in order. */
public enum SmtpPhase {
  CONNECT,
  GREETING,
  EHLO,
  TLS,
  AUTH,
  MAIL,
  RCPT,
  DATA,
  BODY,
  /** The latch is recorded; the final dot may be on the wire. */
  END_OF_DATA,
  /** A complete reply to end of data was read. */
  REPLIED;

  /** True for the phases whose failure is the relay's problem and not the message's. */
  public boolean isBeforeMail() {
    return compareTo(MAIL) < 0;
  }

  /** The spelling used in JSON and in the ledger. */
  @JsonValue
  public String wire() {
    return WireName.of(this);
  }

  /** Reads {@link #wire()}; fails with {@link IllegalArgumentException} on anything else. */
  @JsonCreator
  public static SmtpPhase fromWire(String wire) {
    return WireName.parse(SmtpPhase.class, wire);
  }
}
