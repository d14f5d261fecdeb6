package dev.sendonce.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sendonce.intake.outbox.OutboxIntake;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.schedule.LetterTemplate;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.sequence.SequenceNumbers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReferenceTest {
  @TempDir Path temporary;
  private TestIntake intake;
  private Intake node;

  @BeforeEach
  void start() {
    intake = new TestIntake(temporary);
    node = node(SequenceNumbers.Mode.GAP_FREE);
  }

  @AfterEach
  void stop() {
    intake.close();
  }

  @Test
  void standsInSubjectTextAndHtmlOfTheFrozenMessage() throws IOException {
    Send first = accepted("key-1", invoice());
    Send second = accepted("key-2", invoice().withList("to", "carol@example.net"));

    assertThat(intake.message(first))
        .contains("Subject: Invoice INV-2030-1\r\n", "pay INV-2030-1, twice", "<b>INV-2030-1</b>")
        .doesNotContain("{{");
    assertThat(intake.message(second)).contains("Subject: Invoice INV-2030-2\r\n");
    assertThat(first.reference()).isEqualTo(new Send.Reference("INV", "2030", 1L, "INV-2030-1"));
  }

  @Test
  void aReplayIsAReplayAndTakesNoNumber() throws IOException {
    Send first = accepted("key-1", invoice());

    assertThat(post("key-1", invoice())).isEqualTo(new Acceptance.Replayed(first));
    assertThat(post("key-1", invoice().with("subject", "Invoice INV-2030-1")))
        .as("the request is compared as it was sent, not as it was filled")
        .isEqualTo(new Acceptance.KeyReused(List.of("subject")));
    assertThat(intake.count("references")).isEqualTo(1);
  }

  @Test
  void theContentGuardComparesWhatTheClientSent() throws IOException {
    accepted("key-1", invoice());

    assertThat(post("key-2", invoice())).isEqualTo(new Acceptance.DuplicateContent("key-1"));
    assertThat(intake.count("references")).as("refused before a number is taken").isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(SequenceNumbers.Mode.class)
  void anAcceptanceThatCrashedGetsTheSameNumberWhenItIsRepeated(SequenceNumbers.Mode mode)
      throws IOException {
    node = node(mode);
    Send crashed = accepted("key-1", invoice());
    intake.ledgers.database().getCollection("sends").deleteOne(new Document("_id", "key-1"));
    intake.ledgers.messages().delete(crashed.id());
    accepted("key-2", invoice().withList("to", "carol@example.net"));

    Send again = accepted("key-1", invoice());

    assertThat(again.reference().value()).isEqualTo(1);
    assertThat(intake.message(again)).contains("Subject: Invoice INV-2030-1\r\n");
  }

  @Test
  void theSameKeyAtTheSameTimeOnTwoNodesTakesOneNumber() throws Exception {
    List<Intake> nodes = List.of(node, node(SequenceNumbers.Mode.GAP_FREE));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Acceptance>> answers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Intake one = nodes.get(i % 2);
        answers.add(
            threads.submit(
                () -> one.accept(Requests.ANYBODY, new SendKey("key"), invoice().stream())));
      }
      List<Acceptance> all = new ArrayList<>();
      for (Future<Acceptance> answer : answers) {
        all.add(answer.get());
      }
      assertThat(all).filteredOn(Acceptance.Accepted.class::isInstance).hasSize(1);
      assertThat(all)
          .filteredOn(Acceptance.Replayed.class::isInstance)
          .allMatch(a -> ((Acceptance.Replayed) a).send().reference().value() == 1);
    } finally {
      threads.shutdownNow();
    }
    assertThat(intake.count("references")).isEqualTo(1);
    Send send = intake.ledger().find(new SendKey("key")).orElseThrow();
    assertThat(intake.message(send)).contains("Subject: Invoice INV-2030-1\r\n");
  }

  @Test
  void withoutReferenceTheTextStaysAsItIs() throws IOException {
    Send send = accepted("key-1", invoice().without("reference"));

    assertThat(intake.message(send))
        .contains("Subject: Invoice {{reference}}\r\n", "pay {{reference}}, twice");
    assertThat(intake.count("references")).isZero();
  }

  @Test
  void theOutboxAndAScheduleFillItAsWell() throws IOException {
    JsonNode letter = new JsonMapper().readTree(invoice().with("text", "{{date}}").toString());
    JsonNode firing = LetterTemplate.of(letter).filled(LocalDateTime.of(2030, 1, 5, 8, 0));
    Acceptance scheduled = node.accept(Requests.ANYBODY, new SendKey("daily/1"), firing);
    intake
        .ledgers
        .database()
        .getCollection("outbox")
        .insertOne(
            new Document("_id", "order-1")
                .append("status", 0)
                .append("request", Document.parse(invoice().toString())));
    List<Send> written = new ArrayList<>();
    new OutboxIntake(
            intake.ledgers.database(),
            new OutboxIntake.Settings(10, Duration.ofMinutes(5), 3),
            node::accept,
            written::add,
            SamePersonRules.NONE,
            () -> "claim")
        .round();

    assertThat(intake.message(((Acceptance.Accepted) scheduled).send()))
        .contains("Subject: Invoice INV-2030-1\r\n", "2030-01-05");
    assertThat(intake.message(written.get(0))).contains("Subject: Invoice INV-2030-2\r\n");
  }

  @Test
  void theLimitCountsTheReferencesThatWillStandThere() throws IOException {
    Limits tiny = new Limits(1000, 50, Duration.ofDays(30), Duration.ofDays(30));
    try (TestIntake small = new TestIntake(temporary, tiny)) {
      Requests full = invoice().with("text", "{{reference}}".repeat(7));
      assertThat(small.post("key-1", full)).isInstanceOf(Acceptance.TooLarge.class);
      assertThat(small.post("key-1", full.without("reference")))
          .isInstanceOf(Acceptance.Accepted.class);
    }
  }

  private static Requests invoice() {
    return Requests.letter()
        .with("subject", "Invoice {{reference}}")
        .with("text", "Please pay {{reference}}, twice {{reference}}.")
        .with("html", "<b>{{reference}}</b>")
        .withEntry("reference", "category", "INV")
        .withEntry("reference", "subCategory", "2030");
  }

  private Intake node(SequenceNumbers.Mode mode) {
    return intake.node(
        new SequenceReferences(new SequenceNumbers(intake.ledgers.database()), mode));
  }

  private Acceptance post(String key, Requests request) throws IOException {
    return node.accept(Requests.ANYBODY, new SendKey(key), request.stream());
  }

  private Send accepted(String key, Requests request) throws IOException {
    return ((Acceptance.Accepted) post(key, request)).send();
  }
}
