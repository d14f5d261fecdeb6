package dev.sendonce.activity;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Question;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Transition;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One look for evidence about an uncertain send: every source of its relay is asked once, each
 * answer leaves a line in the timeline, and what is proven is applied.
 *
 * <p>Positive evidence wins over negative; what contradicts it is attached and shown. A source that
 * failed is not a source that found nothing, and nothing found is not proof. Thread-safe; may run
 * at any time and several times at once.
 */
public final class Verification {
  private static final Logger LOG = LoggerFactory.getLogger(Verification.class);

  private final Ledger ledger;
  private final Map<String, List<EvidenceSource>> sources;
  private final RelayRetries retries;
  private final MetricRegistry metrics;
  private final Clock clock;

  /**
   * @param sources by relay name
   */
  Verification(
      Ledger ledger,
      Map<String, List<EvidenceSource>> sources,
      RelayRetries retries,
      MetricRegistry metrics,
      Clock clock) {
    this.ledger = ledger;
    this.sources = Map.copyOf(sources);
    this.retries = retries;
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Looks once and applies what was proven. Throws {@link
   * dev.sendonce.ledger.LedgerUnavailableException} when MongoDB does not answer; then it may
   * simply be called again.
   *
   * @param attempt the newest attempt the caller knows of; nothing is done when there is a newer
   * @param scheduled whether it counts as one of the scheduled probes
   * @return the send afterwards; empty when there is none with this key
   */
  public Optional<Send> probe(SendKey key, int attempt, boolean scheduled) {
    return ledger.find(key).map(send -> probe(send, attempt, scheduled));
  }

  private Send probe(Send send, int attempt, boolean scheduled) {
    if (!isUncertain(send) || send.epoch() != attempt) {
      return send;
    }
    List<EvidenceSource> asked = sources.getOrDefault(send.relay(), List.of());
    Optional<Send.Attempt> about = Questions.attemptInDoubt(send);
    Optional<ProbeReport> attached = about.flatMap(latched -> Questions.attached(send, latched));
    if (attached.isPresent()) {
      return apply(send, about.get(), List.of(attached.get()), scheduled);
    }
    if (asked.isEmpty() || about.isEmpty()) {
      String why = asked.isEmpty() ? "no evidence source configured" : "no attempt to ask about";
      return note(send, scheduled, why);
    }
    List<ProbeReport> reports = new ArrayList<>();
    for (EvidenceSource source : asked) {
      reports.add(ask(source, Questions.about(send, about.get(), source.name())));
    }
    return apply(send, about.get(), reports, scheduled);
  }

  private ProbeReport ask(EvidenceSource source, Question question) {
    Instant start = clock.instant();
    ProbeReport report;
    try {
      report = source.probe(question);
    } catch (RuntimeException e) {
      // Sources do not throw; should one do it all the same, the others are still to be heard.
      LOG.error("Evidence source {} threw for {}.", source.name(), question.key(), e);
      report =
          new ProbeReport(
              source.name(),
              Verdict.FAILED,
              "failed-" + start.toEpochMilli(),
              List.of(),
              "a probe",
              "internal error: " + e.getClass().getSimpleName(),
              Duration.between(start, clock.instant()));
    }
    String verdict = report.verdict().name().toLowerCase(java.util.Locale.ROOT);
    metrics.counter("sendonce.evidence." + report.source() + "." + verdict).inc();
    return report;
  }

  /**
   * Lines first, evidence next, the count last: a crash in between costs a repeated line at most.
   */
  private Send apply(Send send, Send.Attempt about, List<ProbeReport> reports, boolean scheduled) {
    boolean decisive = reports.stream().anyMatch(Verification::isProof);
    int uncounted = decisive || !scheduled ? reports.size() : reports.size() - 1;
    Send now = send;
    for (ProbeReport report : reports.subList(0, uncounted)) {
      now = note(now, false, ProbeLines.line(report));
    }
    if (!decisive) {
      return uncounted == reports.size() ? now : note(now, true, ProbeLines.line(last(reports)));
    }
    boolean accepted = reports.stream().anyMatch(r -> r.verdict() == Verdict.ACCEPTED);
    for (ProbeReport report : Questions.positiveFirst(reports)) {
      now = apply(now, about, report, accepted);
    }
    boolean undecided = now.state() == SendState.CONFIRMING && now.epoch() == send.epoch();
    return scheduled && undecided ? note(now, true, "what was found does not decide it") : now;
  }

  /** What the ledger does not take as deciding is attached all the same: evidence is never lost. */
  private Send apply(Send send, Send.Attempt about, ProbeReport report, boolean accepted) {
    Send.EvidenceEntry entry = ProbeLines.entry(report, about.number(), clock.instant());
    if (report.verdict() == Verdict.ACCEPTED || !accepted) {
      Transition added =
          ledger.addEvidence(
              send.key(),
              about.number(),
              report.recipients(),
              entry,
              retries.after(send, about.number()));
      if (added instanceof Transition.Applied applied) {
        return applied.send();
      }
    }
    return Rows.of(ledger.attachEvidence(send.key(), entry)).orElse(send);
  }

  private Send note(Send send, boolean scheduled, String detail) {
    return Rows.of(ledger.noteProbe(send.key(), send.epoch(), scheduled, detail)).orElse(send);
  }

  private static boolean isProof(ProbeReport report) {
    return report.verdict() == Verdict.ACCEPTED || report.verdict() == Verdict.NOT_ACCEPTED;
  }

  private static boolean isUncertain(Send send) {
    return send.state() == SendState.CONFIRMING || send.state() == SendState.UNCONFIRMED;
  }

  private static ProbeReport last(List<ProbeReport> reports) {
    return reports.get(reports.size() - 1);
  }
}
