package dev.sendonce.evidence;

import dev.sendonce.evidence.ProbeReport.Verdict;
import java.util.List;

/**
 * What a source found, before it becomes a report.
 *
 * @param id stable for the same fact
 * @param recipients indexes it speaks about
 * @param detail for the timeline; no address in it
 */
public record Answer(Verdict verdict, String id, List<Integer> recipients, String detail) {
  public Answer {
    recipients = List.copyOf(recipients);
  }

  /** The relay has taken the transaction: it speaks about everybody latched in it. */
  public static Answer accepted(Question question, String id, String detail) {
    return new Answer(Verdict.ACCEPTED, id, latched(question), detail);
  }

  /** The relay's own record that this attempt ended without acceptance. */
  public static Answer notAccepted(Question question, String id, String detail) {
    return new Answer(Verdict.NOT_ACCEPTED, id, latched(question), detail);
  }

  /** Asked properly, nothing found. */
  public static Answer nothing(String detail) {
    return new Answer(Verdict.NOTHING, "", List.of(), detail);
  }

  /** Could not be asked. */
  public static Answer failed(String detail) {
    return new Answer(Verdict.FAILED, "", List.of(), detail);
  }

  private static List<Integer> latched(Question question) {
    return question.latched().stream().map(Question.Latched::index).toList();
  }
}
