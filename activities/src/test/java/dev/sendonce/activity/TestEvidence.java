package dev.sendonce.activity;

import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Question;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A source that answers as told, and finds nothing when told nothing. */
public final class TestEvidence implements EvidenceSource {
  private final String name;
  private final Queue<Verdict> verdicts = new ConcurrentLinkedQueue<>();
  private final List<Question> asked = new CopyOnWriteArrayList<>();

  public TestEvidence(String name) {
    this.name = name;
  }

  public TestEvidence then(Verdict verdict) {
    verdicts.add(verdict);
    return this;
  }

  public List<Question> asked() {
    return asked;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean canProveNonAcceptance() {
    return true;
  }

  @Override
  public Optional<String> baseline() {
    return Optional.of("uidnext=1");
  }

  @Override
  public ProbeReport probe(Question question) {
    asked.add(question);
    Verdict verdict = verdicts.isEmpty() ? Verdict.NOTHING : verdicts.remove();
    return new ProbeReport(
        name,
        verdict,
        name + "-" + question.attempt() + "-" + verdict,
        question.latched().stream().map(Question.Latched::index).toList(),
        "the Message-ID",
        verdict == Verdict.ACCEPTED ? "found in Sent" : "",
        Duration.ofMillis(3));
  }
}
