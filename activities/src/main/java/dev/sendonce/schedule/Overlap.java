package dev.sendonce.schedule;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a firing does while an earlier letter of its schedule is not finished. */
public enum Overlap {
  /** It does not happen. */
  FORBID,
  /** The earlier letter is cancelled if it still can be, and the new one goes in any case. */
  REPLACE,
  /** It happens. */
  ALLOW;

  /** The spelling used in JSON and in MongoDB. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads {@link #wire()}; fails with {@link IllegalArgumentException} on anything else. */
  public static Overlap fromWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
