package dev.sendonce.evidence;

import java.time.Duration;
import java.util.List;

/**
 * What one source answered to one question.
 *
 * @param id stable for the same fact, so that the same evidence is attached once
 * @param recipients indexes it speaks about
 * @param asked what was asked, for the timeline; no address in it
 * @param detail what was found, for the timeline; no address in it
 */
public record ProbeReport(
    String source,
    Verdict verdict,
    String id,
    List<Integer> recipients,
    String asked,
    String detail,
    Duration took) {
  public ProbeReport {
    recipients = List.copyOf(recipients);
  }

  /** The possible answers. */
  public enum Verdict {
    /** Positive: the relay has taken the message. */
    ACCEPTED,
    /** The relay's own record that this attempt ended without acceptance. */
    NOT_ACCEPTED,
    /** Asked properly, nothing found; proves nothing. */
    NOTHING,
    /** Could not be asked. */
    FAILED
  }
}
