package dev.sendonce.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSettings.LogFormat;
import dev.sendonce.evidence.EvidenceSettings.ProfileOverrides;
import dev.sendonce.evidence.EvidenceSettings.RelayLogFile;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.sources.EvidenceSources;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Outcome;
import dev.sendonce.smtp.AbortSwitch;
import dev.sendonce.smtp.EndOfDataLatch;
import dev.sendonce.smtp.Transmission;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelaySelfTestTest {
  private static final EmailAddress OPERATOR = new EmailAddress("ops", "example.org");

  /** Time that passes only while somebody waits. */
  private static final class WaitingClock extends Clock {
    private Instant now = Instant.parse("2026-03-04T10:00:00Z");

    void pass(Duration duration) {
      now = now.plus(duration);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @TempDir private Path directory;
  private final WaitingClock clock = new WaitingClock();
  private final TestRelay relay = new TestRelay();
  private Path log;
  private EvidenceSources sources;

  @BeforeEach
  void startLog() throws IOException {
    log = Files.writeString(directory.resolve("mail.log"), "");
    sources =
        EvidenceSources.of(
            "default",
            "127.0.0.1",
            new EvidenceSettings(
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new RelayLogFile(log, LogFormat.POSTFIX, ZoneOffset.UTC)),
                Optional.empty(),
                ProfileOverrides.NONE),
            clock);
  }

  @AfterEach
  void close() {
    sources.close();
  }

  private RelaySelfTest.Findings run() throws IOException {
    return new RelaySelfTest(relay, sources, directory, clock, clock::pass)
        .run(OPERATOR, OPERATOR, Duration.ofMinutes(1));
  }

  private AttemptResult acceptAndLog(
      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
    String lines =
        """
        Mar  4 10:00:00 lab postfix/smtpd[9]: 4jd3jB2CYs: client=c[192.0.2.9]
        Mar  4 10:00:00 lab postfix/cleanup[8]: 4jd3jB2CYs: message-id=%s
        Mar  4 10:00:00 lab postfix/qmgr[7]: 4jd3jB2CYs: from=<>, size=9, nrcpt=1 (queue active)
        """
            .formatted(transmission.message().messageId());
    try {
      Files.writeString(log, lines, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return relay.accept(transmission, latch, abort);
  }

  @Test
  void reportsTheReplyAndWhichSourceFoundTheLetter() throws IOException {
    relay.then(this::acceptAndLog);
    RelaySelfTest.Findings findings = run();
    assertThat(findings.isGood()).isTrue();
    assertThat(findings.profile()).isEqualTo("default");
    assertThat(findings.providerId()).contains("4jcz");
    assertThat(findings.after()).containsOnlyKeys("relay-log");
    assertThat(relay.bodies()).isEqualTo(1);
  }

  @Test
  void looksForAWhileAndThenReportsWhatWasNotFound() throws IOException {
    relay.then(relay::accept);
    RelaySelfTest.Findings findings = run();
    assertThat(findings.isGood()).isFalse();
    assertThat(findings.reports())
        .singleElement()
        .matches(report -> report.verdict() == Verdict.NOTHING);
    assertThat(clock.instant()).isAfter("2026-03-04T10:00:59Z");
    assertThat(relay.bodies()).isEqualTo(1);
  }

  @Test
  void looksForNothingWhenTheRelayRefused() throws IOException {
    relay.then(relay::refuse);
    RelaySelfTest.Findings findings = run();
    assertThat(findings.outcome()).isInstanceOf(Outcome.Rejected.class);
    assertThat(findings.reply()).isPresent();
    assertThat(findings.reports()).isEmpty();
    assertThat(findings.isGood()).isFalse();
  }
}
