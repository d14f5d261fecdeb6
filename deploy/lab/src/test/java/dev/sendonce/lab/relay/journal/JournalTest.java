package dev.sendonce.lab.relay.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05.006Z");

  @TempDir private Path directory;

  @Test
  void countsABodyThatWasReadAndNotAnswered() throws IOException {
    write(body("b-1", "send-1", "ann@x.test"));
    assertThat(number("send-1", "ann@x.test")).isEqualTo(1);
    assertThat(number("send-2", "ann@x.test")).isZero();
  }

  @Test
  void showsADuplicate() throws IOException {
    write(
        body("b-1", "send-1", "ann@x.test"),
        new Entry.Answered("s", AT, "b-1", 250),
        body("b-2", "send-1", "ann@x.test"));
    assertThat(number("send-1", "ann@x.test")).isEqualTo(2);
  }

  @Test
  void doesNotCountWhatWasRefusedWithACompleteReply() throws IOException {
    write(
        body("b-1", "send-1", "ann@x.test"),
        new Entry.Answered("s", AT, "b-1", 451),
        body("b-2", "send-1", "ann@x.test"),
        new Entry.Answered("s", AT, "b-2", 550),
        body("b-3", "send-1", "ann@x.test"));
    assertThat(number("send-1", "ann@x.test")).isEqualTo(1);
  }

  /** A planned refusal is none before it was written: the client may have seen nothing of it. */
  @Test
  void countsARefusalThatWasNotWrittenCompletely() throws IOException {
    write(
        body("b-1", "send-1", "ann@x.test"),
        new Entry.Answered("s", AT, "b-1", null),
        body("b-2", "send-1", "ann@x.test"));
    assertThat(number("send-1", "ann@x.test")).isEqualTo(2);
  }

  @Test
  void countsPerRecipientThatWasTaken() throws IOException {
    Entry.Body first =
        new Entry.Body(
            "s",
            AT,
            "b-1",
            "accept",
            "f@x.test",
            List.of(
                new Entry.Recipient("ann@x.test", 250),
                new Entry.Recipient("bob@x.test", 450),
                new Entry.Recipient("cid@x.test", 550)),
            10,
            "00",
            "<m@x>",
            "send-1",
            true,
            250);
    write(first, body("b-2", "send-1", "bob@x.test"));
    assertThat(Journal.read(directory).bodyCompleteNumbers())
        .containsOnly(
            java.util.Map.entry(new Journal.Delivery("send-1", "ann@x.test"), 1),
            java.util.Map.entry(new Journal.Delivery("send-1", "bob@x.test"), 1));
  }

  @Test
  void fallsBackToTheMessageId() throws IOException {
    write(body("b-1", null, "ann@x.test"), body("b-2", null, "ann@x.test"));
    assertThat(number("<m@x>", "ann@x.test")).isEqualTo(2);
  }

  @Test
  void addsUpOverSeveralRelays() throws IOException {
    write(body("b-1", "send-1", "ann@x.test"));
    Path other = directory.resolve("other");
    try (JournalWriter writer = JournalWriter.open(other)) {
      writer.append(body("c-1", "send-1", "ann@x.test"));
    }
    assertThat(Journal.read(directory, other).bodyCompleteNumber("send-1", "ann@x.test"))
        .isEqualTo(2);
  }

  @Test
  void halfALineOfAKilledRelayDoesNotSwallowTheNextOne() throws IOException {
    write(body("b-1", "send-1", "ann@x.test"));
    Files.writeString(
        directory.resolve("journal.jsonl"), "{\"event\":\"bo", StandardOpenOption.APPEND);
    write(body("b-2", "send-1", "ann@x.test"));
    assertThat(Journal.read(directory).tornLines()).isEqualTo(1);
    assertThat(number("send-1", "ann@x.test")).isEqualTo(2);
  }

  @Test
  void readsBackEveryKindOfLine() throws IOException {
    List<Entry> entries =
        List.of(
            new Entry.Opened("s", AT, 4711, "accept"),
            body("b-1", "send-1", "ann@x.test"),
            new Entry.Kept("s", AT, "b-1"),
            new Entry.Answered("s", AT, "b-1", 250),
            new Entry.Closed("s", AT, "quit", List.of("CONNECT 220", "QUIT 221")));
    write(entries.toArray(Entry[]::new));
    assertThat(Journal.read(directory).entries()).isEqualTo(entries);
    assertThat(Journal.read(directory).bodies()).singleElement().matches(CompletedBody::kept);
  }

  private int number(String send, String recipient) throws IOException {
    return Journal.read(directory).bodyCompleteNumber(send, recipient);
  }

  private void write(Entry... entries) throws IOException {
    try (JournalWriter writer = JournalWriter.open(directory)) {
      for (Entry entry : entries) {
        writer.append(entry);
      }
    }
  }

  private static Entry.Body body(String id, String sendId, String recipient) {
    return new Entry.Body(
        "s",
        AT,
        id,
        "accept",
        "f@x.test",
        List.of(new Entry.Recipient(recipient, 250)),
        10,
        "00",
        "<m@x>",
        sendId,
        true,
        250);
  }
}
