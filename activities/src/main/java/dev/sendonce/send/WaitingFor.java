package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;

/**
 * Why a prepared send has not gone yet; derived on reading, never stored.
 *
 * @param until when the next step is due, or null when only the named thing can tell
 * @param detail one sentence for people, or null
 */
public record WaitingFor(What what, Instant until, String detail) {
  /** The things a send can wait for. */
  public enum What {
    SCHEDULE,
    ENGINE,
    WORKER,
    RATE,
    RELAY,
    RETRY,
    PAUSED,
    /** Verification of an uncertain outcome. */
    EVIDENCE,
    /** A person's decision. */
    DECISION;

    /** The spelling used in JSON. */
    @JsonValue
    public String wire() {
      return WireName.of(this);
    }

    /** Reads {@link #wire()}. */
    @JsonCreator
    public static What fromWire(String wire) {
      return WireName.parse(What.class, wire);
    }
  }
}
