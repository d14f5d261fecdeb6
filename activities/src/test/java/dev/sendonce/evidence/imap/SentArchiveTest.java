package dev.sendonce.evidence.imap;

import static dev.sendonce.evidence.Questions.MESSAGE_ID;
import static dev.sendonce.evidence.Questions.SEND_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSettings.FilesSentCopy;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Questions;
import dev.sendonce.evidence.RelayProfiles;
import dev.sendonce.evidence.imap.ScriptedImap.Mailbox;
import dev.sendonce.evidence.imap.SentArchive.AlreadyThere;
import dev.sendonce.evidence.imap.SentArchive.Failed;
import dev.sendonce.evidence.imap.SentArchive.Filed;
import dev.sendonce.evidence.imap.SentArchive.NotWanted;
import dev.sendonce.evidence.imap.SentArchive.Result;
import dev.sendonce.send.FrozenMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SentArchiveTest {
  private static final String TEXT =
      "Message-ID: " + MESSAGE_ID + "\r\nX-Sendonce-Id: " + SEND_ID + "\r\n\r\nHello.\r\n";

  private final Watchdog watchdog = new Watchdog();
  private final List<Duration> pauses = new ArrayList<>();
  private ScriptedImap imap;
  private Mailbox sent;

  @BeforeEach
  void startServer() throws IOException {
    imap = new ScriptedImap();
    sent = imap.folder("Sent", "\\Sent");
    sent.add("Message-ID: <other@example.org>");
  }

  @AfterEach
  void stopServer() throws IOException {
    imap.close();
    watchdog.close();
  }

  private EvidenceSettings.Imap settings() {
    return new EvidenceSettings.Imap(imap.location(), Optional.empty(), FilesSentCopy.NO);
  }

  private Result file(String relayHost) {
    SentArchive archive =
        new SentArchive(
            settings(),
            RelayProfiles.forHost(relayHost),
            new ImapClient(imap.location(), watchdog),
            pauses::add);
    return archive.file(message(), SEND_ID, Instant.parse("2026-03-04T10:00:00Z"));
  }

  private static FrozenMessage message() {
    return new FrozenMessage() {
      @Override
      public String messageId() {
        return MESSAGE_ID;
      }

      @Override
      public String digest() {
        return "sha256:0";
      }

      @Override
      public long size() {
        return TEXT.length();
      }

      @Override
      public InputStream open() {
        return new ByteArrayInputStream(TEXT.getBytes(StandardCharsets.US_ASCII));
      }
    };
  }

  private long copies() {
    return sent.messages.values().stream().filter(m -> m.contains(MESSAGE_ID)).count();
  }

  @Test
  void filesACopyMarkedAsReadAndTellsItsUid() {
    assertThat(file("mail.example.org")).isEqualTo(new Filed("Sent", 7, 2));
    assertThat(sent.messages.get(2L)).isEqualTo(SentArchive.MARK + ": yes\r\n" + TEXT);
    assertThat(imap.commands())
        .anyMatch(c -> c.startsWith("APPEND Sent (\\Seen)") && c.contains("04-Mar-2026"));
  }

  @Test
  void looksForACopyFirst() {
    sent.add(TEXT);
    assertThat(file("mail.example.org")).isEqualTo(new AlreadyThere("Sent", 2));
    assertThat(copies()).isEqualTo(1);
  }

  @Test
  void anAnswerLostAfterTheLiteralDoesNotMakeASecondCopy() {
    AtomicInteger appended = new AtomicInteger();
    imap.misbehave(
        (c, m) ->
            c.equals("APPENDED") && appended.incrementAndGet() == 1 ? ScriptedImap.DROP : null);
    assertThat(file("mail.example.org")).isEqualTo(new AlreadyThere("Sent", 2));
    assertThat(copies()).isEqualTo(1);
  }

  @Test
  void findsItsLostCopyEvenWhereTheSearchDoesNotYet() {
    AtomicInteger appended = new AtomicInteger();
    imap.misbehave(
        (c, m) -> {
          if (c.startsWith("UID SEARCH")) {
            return "* SEARCH\r\nTAG OK\r\n";
          }
          return c.equals("APPENDED") && appended.incrementAndGet() == 1 ? ScriptedImap.DROP : null;
        });
    assertThat(file("mail.example.org")).isEqualTo(new AlreadyThere("Sent", 2));
    assertThat(copies()).isEqualTo(1);
  }

  @Test
  void withoutLookingFirstALostAnswerWouldMakeTwo() {
    // the twin: APPEND is not idempotent
    file("mail.example.org");
    sent.messages.replaceAll((uid, text) -> text.replace(SEND_ID, "hidden"));
    file("mail.example.org");
    assertThat(sent.messages).hasSize(3);
  }

  @Test
  void triesAgainAndThenGivesUpWithoutAnException() {
    imap.misbehave((c, m) -> c.startsWith("APPEND ") ? "TAG NO [OVERQUOTA] full\r\n" : null);
    Result result = file("mail.example.org");
    assertThat(result).isInstanceOf(Failed.class);
    assertThat(result.describe()).contains("OVERQUOTA");
    assertThat(pauses).hasSize(2);
  }

  @Test
  void neverFilesACopyBlindly() {
    imap.misbehave((c, m) -> c.startsWith("UID SEARCH") ? "TAG NO\r\n" : null);
    assertThat(file("mail.example.org")).isInstanceOf(Failed.class);
    assertThat(copies()).isZero();
  }

  @Test
  void neverForARelayThatFilesItsOwn() {
    assertThat(file("smtp.gmail.com")).isEqualTo(new NotWanted());
    assertThat(imap.commands()).isEmpty();
  }

  @Test
  void itsCopyIsNoEvidence() {
    file("mail.example.org");
    ImapSentCopy source =
        new ImapSentCopy(
            settings(),
            RelayProfiles.forHost("smtp.gmail.com"),
            true,
            new ImapClient(imap.location(), watchdog),
            Clock.systemUTC());
    assertThat(source.probe(Questions.first(Optional.of("7:2:Sent"))).verdict())
        .isEqualTo(Verdict.NOTHING);
    sent.add(TEXT);
    assertThat(source.probe(Questions.first(Optional.of("7:2:Sent"))).verdict())
        .isEqualTo(Verdict.ACCEPTED);
  }
}
