package dev.sendonce.evidence;

import dev.sendonce.send.Redaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Turns what happens while a source is asked into a report: an exception is a failed probe, never
 * an empty answer, and never an exception to the caller.
 */
public record Probe(String source, Clock clock) {

  /** Asks something; may throw whatever libraries throw. */
  @FunctionalInterface
  public interface Ask {
    /** The answer. */
    Answer ask() throws Exception;
  }

  /** Asks, measures, and reports. */
  public ProbeReport report(String asked, Ask ask) {
    Instant start = clock.instant();
    Answer answer = answer(ask);
    Duration took = Duration.between(start, clock.instant());
    return new ProbeReport(
        source,
        answer.verdict(),
        answer.id(),
        answer.recipients(),
        asked,
        Redaction.of(answer.detail()),
        took);
  }

  // every exception, also a parser's unchecked one on a malformed answer, means: could not be asked
  @SuppressWarnings("IllegalCatch")
  private static Answer answer(Ask ask) {
    try {
      return ask.ask();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return Answer.failed(describe(e));
    }
  }

  private static String describe(Exception e) {
    String message = e.getMessage() == null ? "" : ": " + e.getMessage().strip();
    return e.getClass().getSimpleName() + message;
  }
}
