package dev.sendonce.evidence.log;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.EvidenceSettings.LogFormat;
import dev.sendonce.evidence.EvidenceSettings.RelayLogFile;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Questions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log file: where it ended before an attempt, and how it is found again after a rotation. */
class RelayLogTest {
  private static final String OLD = "Mar  3 09:00:00 lab postfix/qmgr[9]: A1B2C3D4E5: removed\n";

  private static final String CUT =
      """
      Mar  4 10:00:00 lab postfix/smtpd[945]: connect from c[192.0.2.9]
      Mar  4 10:00:01 lab postfix/smtpd[945]: 4jd3jB2CYs: client=c[192.0.2.9]
      Mar  4 10:00:01 lab postfix/cleanup[803]: 4jd3jB2CYs: message-id=MESSAGE-ID
      Mar  4 10:00:02 lab postfix/smtpd[945]: lost connection after DATA (9 bytes) from c[192.0.2.9]
      Mar  4 10:00:02 lab postfix/smtpd[945]: disconnect from c[192.0.2.9] data=0/1
      """
          .replace("MESSAGE-ID", Questions.MESSAGE_ID);

  @TempDir Path directory;
  private Path log;
  private RelayLog source;

  @BeforeEach
  void startLog() throws IOException {
    log = directory.resolve("mail.log");
    Clock clock = Clock.fixed(Instant.parse("2026-03-04T10:05:00Z"), ZoneOffset.UTC);
    source = new RelayLog(new RelayLogFile(log, LogFormat.POSTFIX, ZoneOffset.UTC), clock);
    append(log, OLD);
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, CREATE, APPEND);
  }

  private Verdict probe(Optional<String> baseline) {
    return source.probe(Questions.first(baseline)).verdict();
  }

  @Test
  void readsWhatCameAfterTheBaseline() throws IOException {
    Optional<String> baseline = source.baseline();
    append(log, CUT);
    assertThat(probe(baseline)).isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void whatLiesBeforeTheBaselineIsNotAboutTheAttempt() throws IOException {
    append(log, CUT);
    assertThat(probe(source.baseline())).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void withoutABaselineNothingSpeaksAgainstAcceptance() throws IOException {
    append(log, CUT);
    assertThat(probe(Optional.empty())).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aBaselineIsNeverARememberedOne() throws IOException {
    Optional<String> before = source.baseline();
    append(log, CUT);
    assertThat(source.baseline()).isNotEqualTo(before);
  }

  @Test
  void findsTheLogAgainAfterItWasRenamed() throws IOException {
    Optional<String> baseline = source.baseline();
    append(log, CUT.substring(0, CUT.indexOf("Mar  4 10:00:02")));
    Files.move(log, directory.resolve("mail.log.1"));
    append(log, CUT.substring(CUT.indexOf("Mar  4 10:00:02")));
    assertThat(probe(baseline)).isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void findsTheLogAgainAfterTwoRotationsAndCompression() throws IOException {
    Optional<String> baseline = source.baseline();
    int first = CUT.indexOf("Mar  4 10:00:01");
    int second = CUT.indexOf("Mar  4 10:00:02");
    Path compressed = directory.resolve("mail.log.2.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write((OLD + CUT.substring(0, first)).getBytes(StandardCharsets.UTF_8));
    }
    Files.setLastModifiedTime(compressed, FileTime.from(Instant.parse("2026-03-04T10:01:00Z")));
    append(directory.resolve("mail.log.1"), CUT.substring(first, second));
    Files.delete(log);
    append(log, CUT.substring(second));
    assertThat(probe(baseline)).isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void aLogThatWasCopiedAndTruncatedIsFoundInTheCopy() throws IOException {
    Optional<String> baseline = source.baseline();
    append(log, CUT);
    Files.copy(log, directory.resolve("mail.log.1"));
    Files.writeString(log, "");
    assertThat(probe(baseline)).isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void aLogWhoseBeginningIsGoneProvesNoNonAcceptance() throws IOException {
    Optional<String> baseline = source.baseline();
    Files.delete(log);
    append(log, CUT);
    assertThat(probe(baseline)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void acceptanceIsSeenEvenThen() throws IOException {
    Optional<String> baseline = source.baseline();
    Files.delete(log);
    append(
        log,
        CUT.replace("lost connection after DATA (9 bytes) from c[192.0.2.9]", "nothing")
            + "Mar  4 10:00:03 lab postfix/qmgr[9]: 4jd3jB2CYs: from=<app@example.org>, size=9,"
            + " nrcpt=1 (queue active)\n");
    assertThat(probe(baseline)).isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void aLineThatIsStillBeingWrittenWaits() throws IOException {
    Optional<String> baseline = source.baseline();
    append(log, CUT.stripTrailing());
    assertThat(probe(baseline)).isEqualTo(Verdict.NOTHING);
    append(log, "\n");
    assertThat(probe(baseline)).isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void anUnreadableLogIsAFailedProbe() throws IOException {
    Optional<String> baseline = source.baseline();
    Files.delete(log);
    assertThat(probe(baseline)).isEqualTo(Verdict.FAILED);
    assertThat(source.baseline()).isEmpty();
  }
}
