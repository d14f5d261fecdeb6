package dev.sendonce.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.Arrival;
import dev.sendonce.evidence.EvidenceSink.Receipt;
import dev.sendonce.evidence.Finding;
import dev.sendonce.ledger.Transition;
import dev.sendonce.send.AttemptMark;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArrivingEvidenceTest {
  private final Bench bench = new Bench();
  private final List<SendKey> woken = new ArrayList<>();
  private final ArrivingEvidence sink =
      new ArrivingEvidence(bench.ledger(), bench.lookup(), woken::add);

  @AfterEach
  void tearDown() {
    bench.close();
  }

  private static Arrival arrival(String id, Finding finding, Arrival.About about) {
    return new Arrival(
        "bounces",
        "default",
        id,
        finding,
        about,
        Optional.of("ANN@example.org"),
        Instant.parse("2026-03-04T10:00:00Z"),
        "delivery report: failed 5.1.1");
  }

  private static Arrival.About mark(String sendId, int attempt) {
    return new Arrival.About(
        Optional.of(new AttemptMark(sendId, attempt)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Arrival.About messageId(String messageId) {
    return new Arrival.About(
        Optional.empty(), Optional.empty(), Optional.of(messageId), Optional.empty());
  }

  private Send uncertain() {
    Send send = bench.accept();
    bench.relay().then(bench.relay()::dropAfterDot);
    bench.deliver(send, 1);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.CONFIRMING);
    return send;
  }

  private List<String> findings(Send send) {
    return bench.find(send.key()).evidence().stream().map(Send.EvidenceEntry::finding).toList();
  }

  @Test
  void aBounceConfirmsAnUncertainAttemptAndIsShown() {
    Send send = uncertain();
    assertThat(sink.take(arrival("d1", Finding.BOUNCED, mark(send.id(), 1))))
        .isEqualTo(Receipt.ATTACHED);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(findings(send)).containsExactly("accepted", "bounced");
    assertThat(bench.find(send.key()).evidence())
        .allMatch(e -> e.detail().startsWith("recipient 1, ") && !e.detail().contains("@"));
    assertThat(woken).containsExactly(send.key());
  }

  @Test
  void theSameReportAgainChangesNothing() {
    Send send = uncertain();
    sink.take(arrival("d1", Finding.BOUNCED, mark(send.id(), 1)));
    long version = bench.find(send.key()).version();
    assertThat(sink.take(arrival("d1", Finding.BOUNCED, mark(send.id(), 1))))
        .isEqualTo(Receipt.REPEATED);
    assertThat(bench.find(send.key()).version()).isEqualTo(version);
  }

  @Test
  void reportsInAnyOrderLeaveTheGravestStanding() {
    Send send = uncertain();
    sink.take(arrival("d1", Finding.BOUNCED, mark(send.id(), 1)));
    sink.take(arrival("d2", Finding.DELIVERED, mark(send.id(), 1)));
    sink.take(arrival("d3", Finding.DELAYED, mark(send.id(), 1)));
    List<Finding> all = findings(send).stream().flatMap(f -> Finding.ofWire(f).stream()).toList();
    assertThat(Finding.gravest(all)).contains(Finding.BOUNCED);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.SMTP_ACCEPTED);
  }

  @Test
  void aForgeryAboutNoSendIsUnknown() {
    uncertain();
    assertThat(sink.take(arrival("d1", Finding.BOUNCED, mark("guessed", 1))))
        .isEqualTo(Receipt.UNKNOWN);
    assertThat(sink.take(arrival("d2", Finding.BOUNCED, messageId("<a@b>"))))
        .isEqualTo(Receipt.UNKNOWN);
    assertThat(woken).isEmpty();
  }

  @Test
  void anotherRelaysMailboxSpeaksOnlyForItsOwnSends() {
    Send send = uncertain();
    Arrival own = arrival("d1", Finding.BOUNCED, mark(send.id(), 1));
    Arrival foreign =
        new Arrival(
            own.source(),
            "other",
            own.id(),
            own.finding(),
            own.about(),
            own.recipient(),
            own.at(),
            own.detail());
    assertThat(sink.take(foreign)).isEqualTo(Receipt.UNKNOWN);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.CONFIRMING);
  }

  @Test
  void theMarkOfAnAttemptThatNeverSentItsDotConfirmsNothing() {
    Send send = uncertain();
    sink.take(arrival("d1", Finding.ACCEPTED, mark(send.id(), 2)));
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.CONFIRMING);
    assertThat(findings(send)).containsExactly("accepted");
  }

  @Test
  void aMessageIdConfirmsTheOnlyAttemptThatSentItsDot() {
    Send send = uncertain();
    sink.take(arrival("d1", Finding.ACCEPTED, messageId(send.messageId())));
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(findings(send)).containsExactly("accepted");
  }

  @Test
  void theRelaysOwnIdFindsTheSend() {
    Send send = bench.accept();
    bench.relay().then(bench.relay()::accept);
    bench.deliver(send, 1);
    Arrival.About about =
        new Arrival.About(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("4jcz"));
    assertThat(sink.take(arrival("e1", Finding.DELIVERED, about))).isEqualTo(Receipt.ATTACHED);
    assertThat(findings(send)).containsExactly("delivered");
  }

  @Test
  void evidenceBeforeOurOwnTimeOutDecidesAsSoonAsTheAttemptIsUncertain() {
    Send send = bench.accept();
    bench
        .relay()
        .then(
            (transmission, latch, abort) -> {
              var result = bench.relay().dropAfterDot(transmission, latch, abort);
              sink.take(arrival("d1", Finding.DELIVERED, mark(send.id(), 1)));
              return result;
            });
    bench.deliver(send, 1);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.CONFIRMING);
    bench.verification().probe(send.key(), 1, true);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(findings(send)).containsExactly("delivered");
  }

  @Test
  void withoutThatEvidenceTheSameProbeLeavesItUncertain() {
    // the twin of the test above
    Send send = uncertain();
    bench.verification().probe(send.key(), 1, true);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.CONFIRMING);
  }

  @Test
  void evidenceAgainstWhatTheRowSaysIsShownAsAContradiction() {
    Send send = bench.accept();
    assertThat(bench.ledger().cancel(send.key(), "ann", "not needed"))
        .isInstanceOf(Transition.Applied.class);
    sink.take(arrival("d1", Finding.DELIVERED, messageId(send.messageId())));
    Send now = bench.find(send.key());
    assertThat(now.state()).isEqualTo(SendState.NOT_SENT);
    assertThat(now.evidence()).singleElement().matches(Send.EvidenceEntry::contradicts);
  }
}
