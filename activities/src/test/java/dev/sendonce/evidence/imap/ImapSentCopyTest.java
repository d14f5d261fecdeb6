package dev.sendonce.evidence.imap;

import static dev.sendonce.evidence.Questions.MESSAGE_ID;
import static dev.sendonce.evidence.Questions.SEND_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSettings.FilesSentCopy;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Questions;
import dev.sendonce.evidence.RelayProfile;
import dev.sendonce.evidence.RelayProfile.SentCopy;
import dev.sendonce.evidence.RelayProfiles;
import dev.sendonce.evidence.imap.ScriptedImap.Mailbox;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The IMAP misbehaviour table: never a false acceptance, never a verdict from absence. */
class ImapSentCopyTest {
  private static final String OURS = "Message-ID: " + MESSAGE_ID + "\nX-Sendonce-Id: " + SEND_ID;
  private static final String OTHER = "Message-ID: <other@example.org>";
  private static final RelayProfile AUTO = RelayProfiles.forHost("smtp.gmail.com");

  private final Watchdog watchdog = new Watchdog();
  private ScriptedImap imap;
  private Mailbox sent;

  @BeforeEach
  void startServer() throws IOException {
    imap = new ScriptedImap();
    imap.folder("INBOX", "\\HasNoChildren");
    sent = imap.folder("Sent", "\\HasNoChildren \\Sent");
    sent.add(OTHER);
  }

  @AfterEach
  void stopServer() throws IOException {
    imap.close();
    watchdog.close();
  }

  private ImapSentCopy source(RelayProfile profile) {
    return source(profile, Optional.empty(), false);
  }

  private ImapSentCopy source(RelayProfile profile, Optional<String> folder, boolean archive) {
    return new ImapSentCopy(
        new EvidenceSettings.Imap(imap.location(), folder, FilesSentCopy.UNKNOWN),
        profile,
        archive,
        new ImapClient(imap.location(), watchdog),
        Clock.systemUTC());
  }

  private ProbeReport probe() {
    return source(AUTO).probe(Questions.first(Optional.of("7:2:Sent")));
  }

  @Test
  void findsTheCopyAmongNewMailWithoutAnySearch() {
    sent.add(OURS);
    ProbeReport report = probe();
    assertThat(report.verdict()).isEqualTo(Verdict.ACCEPTED);
    assertThat(report.recipients()).containsExactly(0, 2);
    assertThat(report.id()).isEqualTo("Sent/7/2");
    assertThat(imap.commands()).noneMatch(c -> c.startsWith("UID SEARCH"));
  }

  @Test
  void notesUidvalidityAndUidnextBeforeTheAttempt() {
    assertThat(source(AUTO).baseline()).contains("7:2:Sent\n");
  }

  @Test
  void sharesOneBaselineAmongAttemptsOfTheSameMoment() {
    ImapSentCopy source = source(AUTO);
    assertThat(source.baseline()).isEqualTo(source.baseline());
    assertThat(imap.commands()).filteredOn(c -> c.startsWith("EXAMINE")).hasSize(1);
  }

  @Test
  void saysNothingWhenNothingIsThere() {
    assertThat(probe().verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void findsTheCopyLaterWhenSearchAndFolderWereEmptyFirst() {
    imap.misbehave((c, m) -> c.startsWith("UID SEARCH") ? "* SEARCH\r\nTAG OK\r\n" : null);
    assertThat(probe().verdict()).isEqualTo(Verdict.NOTHING);
    sent.add(OURS);
    assertThat(probe().verdict()).isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void findsAnOlderUidBySearchWithBrackets() {
    sent.add(OURS);
    imap.misbehave(
        (c, m) ->
            c.contains("HEADER Message-ID") && !c.contains("<") ? "* SEARCH\r\nTAG OK\r\n" : null);
    ProbeReport report = source(AUTO).probe(Questions.first(Optional.of("7:3:Sent")));
    assertThat(report.verdict()).isEqualTo(Verdict.ACCEPTED);
    assertThat(report.detail()).contains("search by Message-ID");
  }

  @Test
  void findsAnOlderUidBySearchWithoutBrackets() {
    sent.add(OURS);
    imap.misbehave(
        (c, m) ->
            c.contains("HEADER Message-ID") && c.contains("<") ? "* SEARCH\r\nTAG OK\r\n" : null);
    assertThat(source(AUTO).probe(Questions.first(Optional.of("7:3:Sent"))).verdict())
        .isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void isNotFooledByASubstringHit() {
    sent.add("Message-ID: <x" + SEND_ID + "@example.org>\nSubject: " + MESSAGE_ID);
    sent.add("In-Reply-To: " + MESSAGE_ID + "\nMessage-ID: <reply@example.net>");
    imap.misbehave((c, m) -> c.startsWith("UID SEARCH") ? "* SEARCH 1 2 3\r\nTAG OK\r\n" : null);
    assertThat(probe().verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aRefusedSearchIsAFailedProbe() {
    imap.misbehave((c, m) -> c.startsWith("UID SEARCH") ? "TAG NO [UNAVAILABLE] no\r\n" : null);
    ProbeReport report = probe();
    assertThat(report.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(report.detail()).contains("UNAVAILABLE");
  }

  @Test
  void aSearchTheServerDoesNotUnderstandIsAFailedProbe() {
    imap.misbehave((c, m) -> c.startsWith("UID SEARCH") ? "TAG BAD what\r\n" : null);
    assertThat(probe().verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void aRefusedFetchIsAFailedProbe() {
    sent.add(OURS);
    imap.misbehave((c, m) -> c.startsWith("UID FETCH") ? "TAG NO not now\r\n" : null);
    assertThat(probe().verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void aConnectionDroppedInTheMiddleOfAFetchIsAFailedProbe() {
    sent.add(OURS);
    imap.misbehave((c, m) -> c.startsWith("UID FETCH") ? ScriptedImap.DROP : null);
    assertThat(probe().verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void aByeInTheMiddleOfASearchIsAFailedProbe() {
    imap.misbehave(
        (c, m) ->
            c.startsWith("UID SEARCH") ? "* BYE shutting down\r\n* SEARCH\r\nTAG OK\r\n" : null);
    assertThat(probe().verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void aHitThatTheServerDoesNotShowIsAFailedProbe() {
    imap.misbehave((c, m) -> c.contains("HEADER") ? "* SEARCH 99\r\nTAG OK\r\n" : null);
    assertThat(probe().verdict()).isEqualTo(Verdict.FAILED);
  }

  @Test
  void aRefusedLoginIsAFailedProbe() {
    imap.misbehave(
        (c, m) -> c.startsWith("LOGIN") ? "TAG NO [AUTHENTICATIONFAILED] app@x\r\n" : null);
    ProbeReport report = probe();
    assertThat(report.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(report.detail()).doesNotContain("app@x");
  }

  @Test
  void looksForTheCopyElsewhereWhenTheFolderWasRenamed() {
    imap.remove("Sent");
    Mailbox renamed = imap.folder("Gesendete Objekte", "\\HasNoChildren");
    renamed.add(OURS);
    assertThat(probe().verdict()).isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void doesNotTrustTheBaselineAfterUidvalidityChanged() {
    sent.uidValidity = 8;
    sent.messages.clear();
    sent.add(OURS);
    ProbeReport report = probe();
    assertThat(report.verdict()).isEqualTo(Verdict.ACCEPTED);
    assertThat(report.id()).isEqualTo("Sent/8/1");
  }

  @Test
  void looksIntoAllCandidatesUnderLocalNames() {
    imap.remove("Sent");
    imap.folder("INBOX/Envoyés", "\\HasNoChildren").add(OTHER);
    imap.folder("Archiv/Gesendete Elemente", "\\HasNoChildren").add(OURS);
    assertThat(probe().verdict()).isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void failsWhenNoFolderLooksLikeSent() {
    imap.remove("Sent");
    ProbeReport report = probe();
    assertThat(report.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(report.detail()).contains("configuration");
  }

  @Test
  void aRefusedFolderMakesNothingAFailureButDoesNotHideAHit() {
    Mailbox second = imap.folder("Sent Items", "\\Sent");
    imap.misbehave((c, m) -> c.equals("EXAMINE Sent") ? "TAG NO locked\r\n" : null);
    assertThat(probe().verdict()).isEqualTo(Verdict.FAILED);
    second.add(OURS);
    assertThat(probe().verdict()).isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void recognisesAMessageWhoseIdTheRelayReplaced() {
    sent.add(
        "Message-ID: <new@prod.outlook.com>\nX-Microsoft-Original-Message-ID:\n " + MESSAGE_ID);
    RelayProfile outlook = RelayProfiles.forHost("smtp.office365.com");
    assertThat(source(outlook).probe(Questions.first(Optional.of("7:2:Sent"))).verdict())
        .isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void aRefusalToSearchPrivateFieldsDoesNotSpoilACompleteScan() {
    RelayProfile outlook = RelayProfiles.forHost("smtp.office365.com");
    imap.misbehave(
        (c, m) -> c.contains("X-Sendonce-Id") && c.contains("SEARCH") ? "TAG NO\r\n" : null);
    assertThat(source(outlook).probe(Questions.first(Optional.of("7:2:Sent"))).verdict())
        .isEqualTo(Verdict.NOTHING);
    assertThat(source(outlook).probe(Questions.first(Optional.empty())).verdict())
        .isEqualTo(Verdict.FAILED);
  }

  @Test
  void asksGmailInItsOwnWay() {
    sent.add(OTHER);
    imap.announce("X-GM-EXT-1");
    imap.folder("[Gmail]/Alle Nachrichten", "\\All").add(OURS);
    imap.misbehave((c, m) -> c.contains("X-GM-RAW") ? "* SEARCH 1\r\nTAG OK\r\n" : null);
    ProbeReport report = probe();
    assertThat(report.verdict()).isEqualTo(Verdict.ACCEPTED);
    assertThat(imap.commands()).anyMatch(c -> c.contains("rfc822msgid:" + SEND_ID));
  }

  @Test
  void aCopyByIdAloneProvesNothingWhenSeveralAttemptsReachedEndOfData() {
    sent.add(OURS);
    ProbeReport report = source(AUTO).probe(Questions.second(Optional.of("7:2:Sent")));
    assertThat(report.verdict()).isEqualTo(Verdict.NOTHING);
    assertThat(report.detail()).contains("more than one attempt");
  }

  @Test
  void aCopyWithTheMarkOfAnotherAttemptIsNotAboutThisOne() {
    sent.add(OURS + "\nReturn-Path: <b+" + SEND_ID + ".1@bounce.example.org>");
    assertThat(source(AUTO).probe(Questions.second(Optional.of("7:2:Sent"))).verdict())
        .isEqualTo(Verdict.NOTHING);
    sent.add(OURS + "\nReturn-Path: <b+" + SEND_ID + ".2@bounce.example.org>");
    assertThat(source(AUTO).probe(Questions.second(Optional.of("7:2:Sent"))).verdict())
        .isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void ourOwnArchivedCopyProvesNothing() {
    sent.add(SentArchive.MARK + ": yes\n" + OURS);
    assertThat(probe().verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aCopyProvesNothingWhereTheRelayFilesNone() {
    sent.add(OURS);
    RelayProfile never = RelayProfiles.forHost("email-smtp.eu-west-1.amazonaws.com");
    assertThat(source(never).probe(Questions.first(Optional.of("7:2:Sent"))).verdict())
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aCopyOfAnUnknownRelayCountsOnlyWhileWeFileNone() {
    sent.add(OURS);
    RelayProfile unknown = RelayProfiles.forHost("mail.example.org");
    assertThat(unknown.sentCopy()).isEqualTo(SentCopy.UNKNOWN);
    assertThat(
            source(unknown, Optional.empty(), false)
                .probe(Questions.first(Optional.of("7:2:Sent")))
                .verdict())
        .isEqualTo(Verdict.ACCEPTED);
    assertThat(
            source(unknown, Optional.empty(), true)
                .probe(Questions.first(Optional.of("7:2:Sent")))
                .verdict())
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void looksIntoTheConfiguredFolderOnly() {
    sent.add(OURS);
    imap.folder("Postausgang", "\\HasNoChildren");
    assertThat(
            source(AUTO, Optional.of("Postausgang"), false)
                .probe(Questions.first(Optional.empty()))
                .verdict())
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void opensFoldersReadOnlyAndMarksNothingAsRead() {
    sent.add(OURS);
    probe();
    assertThat(imap.commands()).noneMatch(c -> c.startsWith("SELECT"));
    assertThat(imap.commands())
        .filteredOn(c -> c.startsWith("UID FETCH"))
        .allMatch(c -> c.contains("BODY.PEEK"));
  }
}
