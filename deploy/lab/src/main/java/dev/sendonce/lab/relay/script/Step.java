package dev.sendonce.lab.relay.script;

import java.time.Duration;
import java.util.List;

/**
 * One thing a fault relay does. Steps of a point run in order; after a {@link Close} nothing can be
 * said any more, but what follows still runs, so that a message can be kept after its line was cut.
 */
public sealed interface Step {

  /**
   * Writes exactly these bytes (Latin-1) in one segment; {@code {id}} stands for the journal's id
   * of the body.
   */
  record Say(String octets) implements Step {}

  /** Writes the bytes in pieces of {@code size} with a pause before each but the first. */
  record Drip(String octets, int size, Duration pause) implements Step {
    public Drip {
      if (size < 1) {
        throw new IllegalArgumentException("a piece has at least one byte");
      }
    }
  }

  /** Does nothing for that long; reads nothing either. */
  record Pause(Duration time) implements Step {}

  /** Does and reads nothing any more until the relay ends or loses patience. */
  record Stall() implements Step {}

  /** Ends the connection. */
  record Close(Way way) implements Step {
    /** How the connection ends. */
    public enum Way {
      /** Orderly: TLS close_notify where there is TLS, then FIN. */
      FIN,
      /** FIN of the TCP connection without a TLS close_notify. */
      CUT,
      /** RST. */
      RST
    }
  }

  /** Takes responsibility for the message: stores it. Without this step it is lost. */
  record Keep() implements Step {}

  /**
   * The first {@code times} times one thing, afterwards the other. Counted per script and letter:
   * by Message-ID and recipients at the dot, by sender and recipient before.
   */
  record First(int times, List<Step> steps, List<Step> then) implements Step {
    public First {
      steps = List.copyOf(steps);
      then = List.copyOf(then);
    }
  }

  /** Each {@code nth} time one thing, otherwise the other. Counted per script over all letters. */
  record Every(int nth, List<Step> steps, List<Step> otherwise) implements Step {
    public Every {
      if (nth < 1) {
        throw new IllegalArgumentException("every 0th time is never");
      }
      steps = List.copyOf(steps);
      otherwise = List.copyOf(otherwise);
    }
  }

  /** A one-line reply with its line end. */
  static Step reply(String line) {
    return new Say(line + "\r\n");
  }

  /** Exactly these bytes. */
  static Step say(String octets) {
    return new Say(octets);
  }

  /** A byte at a time. */
  static Step drip(Duration pause, String octets) {
    return new Drip(octets, 1, pause);
  }

  /** Waits. */
  static Step pause(Duration time) {
    return new Pause(time);
  }

  /** Never answers. */
  static Step stall() {
    return new Stall();
  }

  /** Orderly close. */
  static Step fin() {
    return new Close(Close.Way.FIN);
  }

  /** TCP FIN under a TLS session that was not closed. */
  static Step cut() {
    return new Close(Close.Way.CUT);
  }

  /** Reset. */
  static Step rst() {
    return new Close(Close.Way.RST);
  }

  /** Stores the message. */
  static Step keep() {
    return new Keep();
  }

  /** First these steps, {@code times} times per letter, then the others. */
  static Step first(int times, List<Step> steps, List<Step> then) {
    return new First(times, steps, then);
  }

  /** These steps each {@code nth} time, otherwise the others. */
  static Step every(int nth, List<Step> steps, List<Step> otherwise) {
    return new Every(nth, steps, otherwise);
  }
}
