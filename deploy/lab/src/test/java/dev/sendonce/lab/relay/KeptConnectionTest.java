package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.lab.relay.journal.CompletedBody;
import dev.sendonce.lab.relay.journal.Entry;
import dev.sendonce.lab.relay.journal.Journal;
import dev.sendonce.lab.relay.script.ScriptText;
import dev.sendonce.send.Outcome;
import dev.sendonce.smtp.SmtpRelay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many letters over few connections: nothing of one may get into another. */
class KeptConnectionTest {
  private static final ClientSettings CLIENT = ClientSettings.plain(Duration.ofSeconds(5));

  @TempDir private Path directory;

  @Test
  void refusalsOnAKeptConnectionDisturbNoOtherLetter() throws Exception {
    int letters = 60;
    List<Attempt> attempts = new ArrayList<>();
    try (RelayUnderTest server = new RelayUnderTest(directory)) {
      server.behaving(server.scripts().find("every-7th-450").orElseThrow());
      try (SmtpRelay relay = new SmtpRelay(CLIENT.to(server.port()), Clock.systemUTC())) {
        for (int i = 0; i < letters; i++) {
          attempts.addAll(untilClosed(relay, new TestLetter("send-" + i, 10 * i), 1 + i % 3));
        }
      }
      Journal journal = server.journal();
      assertThat(VerdictOracle.contradictions(attempts, journal)).isEmpty();
      assertThat(journal.bodyCompleteNumbers())
          .hasSize(2 * letters)
          .allSatisfy((d, n) -> assertThat(n).isOne());
      assertThat(transcript(journal))
          .contains("RCPT 450", "DATA 451")
          .doesNotContain("MAIL 503", "RCPT 503", "DATA 503");
      assertThat(sessions(journal)).isLessThan(letters / 4);
    }
  }

  @Test
  void a421LyingInAKeptConnectionIsNobodysAnswer() throws Exception {
    List<Attempt> attempts = new ArrayList<>();
    try (RelayUnderTest server = new RelayUnderTest(directory)) {
      server.behaving(ScriptText.parse("idle", "", "idle@500: 421 4.4.2 Idle, fin"));
      try (SmtpRelay relay = new SmtpRelay(CLIENT.to(server.port()), Clock.systemUTC())) {
        for (int i = 0; i < 3; i++) {
          attempts.addAll(untilClosed(relay, new TestLetter("send-" + i, 10), 1));
          awaitEnds(i + 1);
        }
      }
      assertThat(VerdictOracle.contradictions(attempts, server.journal())).isEmpty();
      assertThat(attempts).hasSize(3).allMatch(a -> a.outcome() instanceof Outcome.Accepted);
      assertThat(server.bodies()).hasSize(3).allMatch(CompletedBody::kept);
    }
  }

  /** A reply that is left over is not taken for the answer to the next letter's dot. */
  @Test
  void aSecondReplyToTheDotIsNobodysAnswer() throws Exception {
    List<Attempt> attempts = new ArrayList<>();
    try (RelayUnderTest server = new RelayUnderTest(directory)) {
      server
          .scripts()
          .useNext(
              ScriptText.parse("two", "", "dot: keep, say \"250 ok\\r\\n250 again\\r\\n\""), 1);
      server.scripts().useNext(ScriptText.parse("none", "", "dot: fin"), 1);
      try (SmtpRelay relay = new SmtpRelay(CLIENT.to(server.port()), Clock.systemUTC())) {
        attempts.addAll(untilClosed(relay, new TestLetter("send-1", 10), 1));
        attempts.addAll(untilClosed(relay, new TestLetter("send-2", 10), 1));
      }
      assertThat(attempts.get(0).outcome()).isInstanceOf(Outcome.Accepted.class);
      assertThat(attempts.get(1).outcome()).isInstanceOf(Outcome.Uncertain.class);
      assertThat(VerdictOracle.contradictions(attempts, server.journal())).isEmpty();
    }
  }

  private static List<Attempt> untilClosed(SmtpRelay relay, TestLetter letter, int people) {
    List<String> addresses =
        IntStream.range(0, people)
            .mapToObj(i -> "r" + i + "@" + letter.sendId() + ".test")
            .toList();
    List<Integer> open = IntStream.range(0, people).boxed().toList();
    List<Attempt> attempts = new ArrayList<>();
    while (!open.isEmpty() && attempts.size() < 10) {
      attempts.add(Attempt.run(relay, letter, attempts.size() + 1, addresses, open));
      open = attempts.get(attempts.size() - 1).retryable();
    }
    return attempts;
  }

  private void awaitEnds(int sessions) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(10))
        .until(
            () ->
                transcript(Journal.read(directory)).stream().filter("CONNECT 220"::equals).count()
                    == sessions);
  }

  private static long sessions(Journal journal) throws IOException {
    return journal.entries().stream().filter(Entry.Opened.class::isInstance).count();
  }

  private static List<String> transcript(Journal journal) {
    return journal.entries().stream()
        .filter(Entry.Closed.class::isInstance)
        .flatMap(e -> ((Entry.Closed) e).transcript().stream())
        .toList();
  }
}
