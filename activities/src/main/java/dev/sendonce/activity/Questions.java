package dev.sendonce.activity;

import dev.sendonce.evidence.Finding;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Question;
import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** From a row to what evidence sources are asked. */
final class Questions {
  private static final String UNCERTAIN = new Outcome.Uncertain(null, null).wire();

  private Questions() {}

  /**
   * The newest attempt because of which somebody is uncertain: it reached end of data with them,
   * and proved nothing. After a resend that may be an older one than the newest.
   */
  static Optional<Send.Attempt> attemptInDoubt(Send send) {
    return send.attempts().stream()
        .filter(attempt -> attempt.phase() == AttemptPhase.END_OF_DATA)
        .filter(Questions::provedNothing)
        .filter(attempt -> attempt.recipients().stream().anyMatch(i -> isUncertain(send, i)))
        .max(Comparator.comparingInt(Send.Attempt::number));
  }

  private static boolean provedNothing(Send.Attempt attempt) {
    return attempt.outcome() == null || attempt.outcome().equals(UNCERTAIN);
  }

  private static boolean isUncertain(Send send, int recipient) {
    return send.recipients().get(recipient).outcome() == RecipientOutcome.UNCERTAIN;
  }

  static Question about(Send send, Send.Attempt attempt, String source) {
    Reply reply = attempt.reply();
    return new Question(
        send.key().value(),
        send.id(),
        attempt.number(),
        send.messageId(),
        send.from(),
        latched(send, attempt),
        send.attempts().stream().filter(a -> a.phase() == AttemptPhase.END_OF_DATA).count() == 1,
        attempt.openedAt(),
        attempt.endOfDataAt(),
        Optional.ofNullable(attempt.queueId()),
        reply == null ? "" : reply.text(),
        Optional.ofNullable(attempt.baseline().get(source)));
  }

  /**
   * Evidence about the attempt that arrived while it was still in flight, when it could only be
   * attached: every kind of delivery report presupposes acceptance.
   */
  static Optional<ProbeReport> attached(Send send, Send.Attempt attempt) {
    return send.evidence().stream()
        .filter(entry -> entry.attempt() == attempt.number())
        .filter(entry -> Finding.ofWire(entry.finding()).isPresent())
        .findFirst()
        .map(
            entry ->
                new ProbeReport(
                    entry.source(),
                    Verdict.ACCEPTED,
                    entry.id(),
                    latched(send, attempt).stream().map(Question.Latched::index).toList(),
                    "what it told before",
                    entry.finding() + ", " + entry.detail(),
                    Duration.ZERO));
  }

  /** Positive evidence is applied before negative, so that it wins. */
  static List<ProbeReport> positiveFirst(List<ProbeReport> reports) {
    return reports.stream()
        .filter(r -> r.verdict() == Verdict.ACCEPTED || r.verdict() == Verdict.NOT_ACCEPTED)
        .sorted(Comparator.comparing(r -> r.verdict() != Verdict.ACCEPTED))
        .toList();
  }

  private static List<Question.Latched> latched(Send send, Send.Attempt attempt) {
    return attempt.recipients().stream()
        .map(
            index ->
                new Question.Latched(
                    index, EmailAddress.ofStored(send.recipients().get(index).address())))
        .toList();
  }
}
