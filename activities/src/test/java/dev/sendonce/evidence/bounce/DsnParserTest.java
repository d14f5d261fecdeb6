package dev.sendonce.evidence.bounce;

import static dev.sendonce.evidence.Questions.MESSAGE_ID;
import static dev.sendonce.evidence.Questions.SEND_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.Finding;
import dev.sendonce.evidence.bounce.DsnParser.Malformed;
import dev.sendonce.evidence.bounce.DsnParser.NotAReport;
import dev.sendonce.evidence.bounce.DsnParser.Parsed;
import dev.sendonce.evidence.bounce.DsnParser.Report;
import dev.sendonce.send.AttemptMark;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DsnParserTest {
  private static final AttemptMark FIRST = new AttemptMark(SEND_ID, 1);

  private final Reports dsn = Reports.postfix();

  private Parsed parse() {
    return new DsnParser(Reports.DOMAIN).parse(dsn.bytes());
  }

  private DeliveryReport report() {
    assertThat(parse()).isInstanceOf(Report.class);
    return ((Report) parse()).report();
  }

  @ParameterizedTest
  @CsvSource({
    "failed, 5.1.1, BOUNCED",
    "delayed, 4.4.1, DELAYED",
    "delivered, 2.0.0, DELIVERED",
    "relayed, 2.0.0, ACCEPTED",
    "expanded, 2.1.5, ACCEPTED",
    "Failed (gave up), 5.4.7, BOUNCED"
  })
  void readsWhatBecameOfARecipient(String action, String status, Finding finding) {
    dsn.action = action;
    dsn.status = status;
    assertThat(report().recipients())
        .singleElement()
        .satisfies(
            r -> {
              assertThat(r.address()).isEqualTo("ann@example.net");
              assertThat(r.status()).isEqualTo(status);
              assertThat(r.action().finding()).isEqualTo(finding);
            });
  }

  @Test
  void findsTheAttemptByEnvelopeIdAlone() {
    dsn.to = "postmaster@example.org";
    dsn.returned = "Subject: Invoice\n";
    dsn.envelopeId = SEND_ID + ".1";
    assertThat(report().mark()).contains(FIRST);
  }

  @Test
  void findsTheAttemptByTheAddressTheReportCameTo() {
    dsn.to = "undisclosed-recipients:;";
    dsn.deliveredTo = "B+" + SEND_ID + ".1@" + Reports.DOMAIN.toUpperCase(java.util.Locale.ROOT);
    dsn.returned = "Subject: Invoice\n";
    assertThat(report().mark()).contains(FIRST);
  }

  @Test
  void findsTheMessageByTheReturnedHeadersAlone() {
    dsn.to = "app@example.org";
    dsn.returned = "Message-ID:\n " + MESSAGE_ID + "\n";
    assertThat(report().mark()).isEmpty();
    assertThat(report().messageId()).contains(MESSAGE_ID);
  }

  @Test
  void prefersTheAddressThatWasInOurEnvelope() {
    dsn.recipient =
        """
        Final-Recipient: rfc822; a.n.n@backend.example.net
        Original-Recipient: rfc822;ann+2Btax@example.net
        """;
    assertThat(report().recipients().get(0).address()).isEqualTo("ann+tax@example.net");
  }

  @Test
  void readsAReportThatIsCutOffInTheReturnedMessage() {
    byte[] whole = dsn.bytes();
    byte[] cut = Arrays.copyOf(whole, whole.length - 40);
    assertThat(new DsnParser(Reports.DOMAIN).parse(cut)).isInstanceOf(Report.class);
  }

  @Test
  void aReturnPathOfAnotherDomainIsNotOurs() {
    dsn.to = "b+" + SEND_ID + ".1@attacker.example.com";
    dsn.returned = "Return-Path: <b+" + SEND_ID + ".1@attacker.example.com>\n";
    assertThat(parse()).isInstanceOf(NotAReport.class);
  }

  @Test
  void marksThatContradictEachOtherMakeItMalformed() {
    dsn.envelopeId = SEND_ID + ".2";
    assertThat(parse()).isInstanceOf(Malformed.class);
  }

  @Test
  void aReportWithoutReportingServerIsMalformed() {
    dsn.reportingMta = "";
    assertThat(parse()).isInstanceOf(Malformed.class);
  }

  @Test
  void aReportWithoutActionStatusOrRecipientIsMalformed() {
    dsn.action = "";
    assertThat(parse()).isInstanceOf(Malformed.class);
    dsn.action = "failed";
    dsn.status = "";
    assertThat(parse()).isInstanceOf(Malformed.class);
    dsn.status = "5.0.0";
    dsn.recipient = "";
    assertThat(parse()).isInstanceOf(Malformed.class);
  }

  @Test
  void inventedActionsAndCodesAreMalformed() {
    dsn.action = "eaten";
    assertThat(parse()).isInstanceOf(Malformed.class);
    dsn.action = "failed";
    dsn.status = "nine";
    assertThat(parse()).isInstanceOf(Malformed.class);
  }

  @Test
  void somethingThatOnlyLooksLikeABounceIsNone() {
    dsn.contentType = "multipart/mixed; boundary=\"4jcz.1/mx.example.net\"";
    assertThat(parse()).isInstanceOf(NotAReport.class);
    dsn.contentType =
        "multipart/report; report-type=disposition-notification;"
            + " boundary=\"4jcz.1/mx.example.net\"";
    assertThat(parse()).isInstanceOf(NotAReport.class);
  }

  @Test
  void aVacationNoteToTheReturnPathIsNone() {
    String note =
        "From: ann@example.net\r\nTo: " + dsn.to + "\r\nSubject: away\r\n\r\nBack soon.\r\n";
    assertThat(new DsnParser(Reports.DOMAIN).parse(note.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(NotAReport.class);
  }

  @Test
  void survivesGarbage() {
    for (String garbage : new String[] {"", "\r\n", "Content-Type: multipart/report", "\0\0\0"}) {
      Parsed parsed = new DsnParser(Reports.DOMAIN).parse(garbage.getBytes(StandardCharsets.UTF_8));
      assertThat(parsed).isNotInstanceOf(Report.class);
    }
  }

  @Test
  void describesItselfWithoutAnAddress() {
    assertThat(report().describe()).isEqualTo("delivery report: failed 5.1.1");
  }
}
