package dev.sendonce.schedule;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What became of a firing. */
public enum FiringOutcome {
  /** A send was accepted under its key. */
  ACCEPTED,
  /** Its key had been used before; nothing new was sent. */
  REPLAYED,
  /** A person ordered a letter out of turn. */
  TRIGGERED,
  /** An earlier letter is not finished, and the schedule forbids two. */
  SKIPPED,
  /** It would have been later than the catch-up window allows. */
  MISSED,
  /** The schedule was paused. */
  PAUSED,
  /** The send was not accepted; the detail says why. */
  REFUSED,
  /** Something other than the rule started it. */
  STRAY;

  /** The spelling used in JSON and in MongoDB. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static FiringOutcome fromWire(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
