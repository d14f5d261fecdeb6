package dev.sendonce.evidence.bounce;

import static dev.sendonce.evidence.Questions.MESSAGE_ID;
import static dev.sendonce.evidence.Questions.SEND_ID;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.sendonce.evidence.Arrival;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSink;
import dev.sendonce.evidence.Finding;
import dev.sendonce.evidence.ImapLocation;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.Questions;
import dev.sendonce.evidence.imap.ImapClient;
import dev.sendonce.evidence.imap.Watchdog;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BounceMailboxTest {
  private final GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", "imap"));
  private final Watchdog watchdog = new Watchdog();
  private final MetricRegistry metrics = new MetricRegistry();
  private final List<Arrival> arrivals = new ArrayList<>();
  private EvidenceSink sink =
      arrival -> {
        arrivals.add(arrival);
        return EvidenceSink.Receipt.ATTACHED;
      };

  @BeforeEach
  void startServer() {
    mail.start();
    mail.setUser("bounces@example.org", "bounces", "secret");
  }

  @AfterEach
  void stopServer() {
    mail.stop();
    watchdog.close();
  }

  private EvidenceSettings.Bounces settings() {
    return new EvidenceSettings.Bounces(
        ImapLocation.parse("imap://bounces:secret@127.0.0.1:" + mail.getImap().getPort()),
        "INBOX",
        Reports.DOMAIN,
        Duration.ofSeconds(30));
  }

  private ImapClient client() {
    return new ImapClient(settings().location(), watchdog);
  }

  private ProbeReport probe(Question question) {
    return new BounceMailbox(settings(), client(), Clock.systemUTC()).probe(question);
  }

  private BounceReader reader() {
    return new BounceReader(
        "default",
        settings(),
        client(),
        arrival -> sink.take(arrival),
        BounceCounters.of(metrics, "default"),
        Clock.systemUTC());
  }

  private long counted(String what) {
    return metrics.counter("evidence.bounces." + what + ".default").getCount();
  }

  private void deliver(byte[] message) throws MessagingException {
    mail.getUserManager()
        .getUser("bounces")
        .deliver(
            new MimeMessage(
                Session.getInstance(new Properties()), new ByteArrayInputStream(message)));
  }

  private static Question first() {
    return Questions.of(1, true, Optional.empty(), Instant.now());
  }

  private static Question second() {
    return Questions.of(2, false, Optional.empty(), Instant.now());
  }

  @Test
  void aReportOfFailureProvesThatTheTransactionWasAccepted() throws Exception {
    deliver(Reports.postfix().bytes());
    ProbeReport report = probe(first());
    assertThat(report.verdict()).isEqualTo(Verdict.ACCEPTED);
    assertThat(report.recipients()).containsExactly(0, 2);
    assertThat(report.detail()).contains("failed 5.1.1").doesNotContain("@");
  }

  @Test
  void aReportAboutAnEarlierAttemptIsNotAboutThisOne() throws Exception {
    deliver(Reports.postfix().bytes());
    assertThat(probe(second()).verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void theMessageIdAloneProvesOnlyWhatTheOnlyLatchedAttemptDid() throws Exception {
    Reports dsn = Reports.postfix();
    dsn.to = "app@example.org";
    dsn.returned = "Message-ID: " + MESSAGE_ID + "\n";
    deliver(dsn.bytes());
    assertThat(probe(first()).verdict()).isEqualTo(Verdict.ACCEPTED);
    assertThat(probe(second()).verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void forgedAndForeignMailProvesNothing() throws Exception {
    Reports forged = Reports.postfix();
    forged.to = "b+guessed0000000x.1@" + Reports.DOMAIN;
    forged.returned = "Message-ID: <guess@example.org>\n";
    deliver(forged.bytes());
    Reports misbuilt = Reports.postfix();
    misbuilt.reportingMta = "";
    deliver(misbuilt.bytes());
    deliver(
        ("To: b+" + SEND_ID + ".1@" + Reports.DOMAIN + "\r\n\r\nhello\r\n")
            .getBytes(StandardCharsets.UTF_8));
    assertThat(probe(first()).verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void anUnreachableMailboxIsAFailedProbe() {
    BounceMailbox mailbox = new BounceMailbox(settings(), client(), Clock.systemUTC());
    mail.stop();
    assertThat(mailbox.probe(first()).verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void theReaderHandsOverEveryRecipientOnce() throws Exception {
    deliver(Reports.postfix().bytes());
    BounceReader reader = reader();
    reader.lookOnce();
    reader.lookOnce();
    assertThat(arrivals)
        .singleElement()
        .satisfies(
            a -> {
              assertThat(a.finding()).isEqualTo(Finding.BOUNCED);
              assertThat(a.about().anySendId()).contains(SEND_ID);
              assertThat(a.recipient()).contains("ann@example.net");
              assertThat(a.detail()).doesNotContain("@");
            });
    assertThat(counted("attached")).isEqualTo(1);
  }

  @Test
  void theReaderGoesOnWithWhatIsNew() throws Exception {
    BounceReader reader = reader();
    deliver("To: x@example.org\r\n\r\nhello\r\n".getBytes(StandardCharsets.UTF_8));
    reader.lookOnce();
    deliver(Reports.postfix().bytes());
    reader.lookOnce();
    assertThat(arrivals).hasSize(1);
    assertThat(counted("other")).isEqualTo(1);
  }

  @Test
  void theReaderTellsTheSameReportBySameIdAfterARestart() throws Exception {
    deliver(Reports.postfix().bytes());
    reader().lookOnce();
    reader().lookOnce();
    assertThat(arrivals).hasSize(2);
    assertThat(arrivals.get(0).id()).isEqualTo(arrivals.get(1).id());
  }

  @Test
  void theReaderPassesNothingThatTheSinkDidNotTake() throws Exception {
    deliver(Reports.postfix().bytes());
    BounceReader reader = reader();
    EvidenceSink working = sink;
    sink =
        arrival -> {
          throw new IllegalStateException("ledger out of reach");
        };
    assertThat(org.assertj.core.api.Assertions.catchThrowable(reader::lookOnce)).isNotNull();
    sink = working;
    reader.lookOnce();
    assertThat(arrivals).hasSize(1);
  }

  @Test
  void theReaderCountsUnknownAndMalformedReports() throws Exception {
    sink = arrival -> EvidenceSink.Receipt.UNKNOWN;
    deliver(Reports.postfix().bytes());
    Reports misbuilt = Reports.postfix();
    misbuilt.action = "eaten";
    deliver(misbuilt.bytes());
    reader().lookOnce();
    assertThat(counted("unknown")).isEqualTo(1);
    assertThat(counted("malformed")).isEqualTo(1);
  }
}
