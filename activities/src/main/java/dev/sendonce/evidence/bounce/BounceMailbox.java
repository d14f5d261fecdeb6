package dev.sendonce.evidence.bounce;

import dev.sendonce.evidence.Answer;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.Probe;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.imap.ImapClient;
import dev.sendonce.evidence.imap.ImapSession;
import dev.sendonce.evidence.imap.ImapSession.Headers;
import jakarta.mail.MessagingException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.angus.mail.iap.ProtocolException;

/**
 * The mailbox that delivery reports come back to. Any genuine report about an attempt proves that
 * its transaction was accepted, also one of failure: only a message that was taken can be reported
 * on. No report proves nothing. Thread-safe.
 */
public final class BounceMailbox implements EvidenceSource {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final EvidenceSettings.Bounces settings;
  private final ImapClient client;
  private final DsnParser parser;
  private final Probe probe;

  public BounceMailbox(EvidenceSettings.Bounces settings, ImapClient client, Clock clock) {
    this.settings = settings;
    this.client = client;
    parser = new DsnParser(settings.domain());
    probe = new Probe(name(), clock);
  }

  @Override
  public String name() {
    return "bounces";
  }

  @Override
  public boolean canProveNonAcceptance() {
    return false;
  }

  /** None: reports carry ids of their own, and the date bounds what is read. */
  @Override
  public Optional<String> baseline() {
    return Optional.empty();
  }

  @Override
  public ProbeReport probe(Question question) {
    return probe.report(
        "delivery reports received since the attempt",
        () -> client.call(LIMIT, session -> answer(session, question)));
  }

  private Answer answer(ImapSession session, Question question)
      throws ProtocolException, MessagingException {
    BounceFolder folder = new BounceFolder(session, settings.folder());
    List<Headers> candidates =
        folder.headers(folder.since(question.openedAt())).stream()
            .filter(h -> BounceFolder.claimsToBeAReport(h.fields()))
            .filter(
                h ->
                    !BounceFolder.isAboutAnother(h.fields(), question.sendId(), question.attempt()))
            .toList();
    for (Headers candidate : candidates) {
      Optional<byte[]> message = folder.message(candidate.uid());
      Optional<DeliveryReport> report = message.flatMap(m -> about(question, m));
      if (report.isPresent()) {
        String id = settings.folder() + "/" + folder.view().uidValidity() + "/" + candidate.uid();
        return Answer.accepted(question, id, report.get().describe());
      }
    }
    return Answer.nothing("no report about this attempt among " + candidates.size());
  }

  private Optional<DeliveryReport> about(Question question, byte[] message) {
    return parser.parse(message) instanceof DsnParser.Report parsed
            && isAbout(question, parsed.report())
        ? Optional.of(parsed.report())
        : Optional.empty();
  }

  private static boolean isAbout(Question question, DeliveryReport report) {
    if (report.mark().isPresent()) {
      return report.mark().get().isSameAs(question.sendId(), question.attempt());
    }
    boolean thisMessage =
        report.sendId().filter(question.sendId()::equals).isPresent()
            || (question.hasOwnMessageId()
                && report.messageId().filter(question.messageId()::equals).isPresent());
    return thisMessage && question.onlyLatchedAttempt();
  }
}
