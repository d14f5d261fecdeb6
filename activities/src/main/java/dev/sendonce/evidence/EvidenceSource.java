package dev.sendonce.evidence;

import java.util.Optional;

/**
 * A place that may know what became of an uncertain attempt. Thread-safe; probes never throw.
 *
 * <p>"Nothing found" is never proof. Only {@link ProbeReport.Verdict#NOT_ACCEPTED}, the relay's own
 * record that the session ended without acceptance, speaks against a message.
 */
public interface EvidenceSource {
  /** Name in timelines, metrics and configuration. */
  String name();

  /** Whether it can prove non-acceptance, too. */
  boolean canProveNonAcceptance();

  /**
   * What to remember before an attempt (for instance the UIDNEXT of a folder), or empty when there
   * is nothing or it cannot be had now; must answer within five seconds.
   */
  Optional<String> baseline();

  /** Asks once. A failure to ask is a report, too. */
  ProbeReport probe(Question question);
}
