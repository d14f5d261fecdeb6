package dev.sendonce.activity;

import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.send.Send;
import java.time.Instant;

/** Reports of evidence sources as timeline lines and as evidence. */
final class ProbeLines {
  private ProbeLines() {}

  /** Source, what was asked, the answer, how long it took. */
  static String line(ProbeReport report) {
    String found =
        report.detail() == null || report.detail().isEmpty() ? "" : ": " + report.detail();
    String question =
        report.verdict() == Verdict.FAILED ? " " : " asked for " + report.asked() + "; ";
    return report.source()
        + question
        + answer(report.verdict())
        + found
        + " ("
        + report.took().toMillis()
        + " ms)";
  }

  static Send.EvidenceEntry entry(ProbeReport report, int attempt, Instant at) {
    String finding = report.verdict() == Verdict.ACCEPTED ? "accepted" : "not_accepted";
    return new Send.EvidenceEntry(
        report.id(), attempt, report.source(), finding, at, report.detail(), false);
  }

  private static String answer(Verdict verdict) {
    return switch (verdict) {
      case ACCEPTED -> "proof of acceptance";
      case NOT_ACCEPTED -> "proof of non-acceptance";
      case NOTHING -> "nothing found, which proves nothing";
      case FAILED -> Send.NOT_ASKED;
    };
  }
}
