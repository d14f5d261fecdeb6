package dev.sendonce.evidence.bounce;

import dev.sendonce.evidence.Arrival;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSink;
import dev.sendonce.evidence.EvidenceSink.Receipt;
import dev.sendonce.evidence.bounce.DeliveryReport.PerRecipient;
import dev.sendonce.evidence.imap.ImapClient;
import dev.sendonce.evidence.imap.ImapSession;
import dev.sendonce.evidence.imap.ImapSession.Headers;
import dev.sendonce.send.Redaction;
import jakarta.mail.MessagingException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the bounce mailbox in the background and hands every delivery report to the sink, so that
 * deliveries and bounces are shown also for sends that were never uncertain. Changes nothing in the
 * mailbox. Where it stopped is not stored: after a restart it reads the last days again, and the
 * sink knows what it had. A message is passed only when the sink has taken it. One reader at a time
 * is enough for all nodes, but several do no harm.
 */
public final class BounceReader implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(BounceReader.class);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration READ_AGAIN = Duration.ofDays(3);
  private static final int AT_ONCE = 1_000;

  private final String relay;
  private final EvidenceSettings.Bounces settings;
  private final ImapClient client;
  private final DsnParser parser;
  private final EvidenceSink sink;
  private final BounceCounters counters;
  private final Clock clock;
  private Position position = new Position(0, 0);

  /** The UID to go on from, in folders of this UIDVALIDITY. */
  private record Position(long uidValidity, long nextUid) {}

  public BounceReader(
      String relay,
      EvidenceSettings.Bounces settings,
      ImapClient client,
      EvidenceSink sink,
      BounceCounters counters,
      Clock clock) {
    this.relay = relay;
    this.settings = settings;
    this.client = client;
    parser = new DsnParser(settings.domain());
    this.sink = sink;
    this.counters = counters;
    this.clock = clock;
  }

  /** How long to wait between two looks. */
  public Duration every() {
    return settings.every();
  }

  /** Reads what is new. Never throws; the next look starts where this one stopped. */
  @Override
  // a look that fails in any way must not end the schedule it runs in
  @SuppressWarnings("IllegalCatch")
  public void run() {
    try {
      lookOnce();
    } catch (MessagingException | RuntimeException e) {
      counters.failed().inc();
      LOG.warn(
          "The bounce mailbox of {} could not be read to its end: {}",
          relay,
          Redaction.of(e.toString()));
    }
  }

  /** Reads what is new. */
  synchronized void lookOnce() throws MessagingException {
    Object unused = client.call(LIMIT, this::read);
  }

  private Object read(ImapSession session) throws ProtocolException, MessagingException {
    BounceFolder folder = new BounceFolder(session, settings.folder());
    long uidValidity = folder.view().uidValidity();
    List<Long> uids =
        position.uidValidity() == uidValidity
            ? folder.from(position.nextUid())
            : folder.since(clock.instant().minus(READ_AGAIN));
    for (Headers headers : folder.headers(uids.subList(0, Math.min(AT_ONCE, uids.size())))) {
      if (BounceFolder.claimsToBeAReport(headers.fields())) {
        Optional<byte[]> message = folder.message(headers.uid());
        if (message.isPresent()) {
          take(message.get(), uidValidity + "/" + headers.uid());
        }
      } else {
        counters.other().inc();
      }
      position = new Position(uidValidity, headers.uid() + 1);
    }
    return position;
  }

  private void take(byte[] message, String place) {
    DsnParser.Parsed parsed = parser.parse(message);
    if (parsed instanceof DsnParser.Malformed malformed) {
      counters.malformed().inc();
      LOG.info("A delivery report that is none ({}) at {}.", malformed.why(), place);
    } else if (parsed instanceof DsnParser.NotAReport) {
      counters.other().inc();
    } else if (parsed instanceof DsnParser.Report found) {
      for (int i = 0; i < found.report().recipients().size(); i++) {
        count(sink.take(arrival(found.report(), i, place)), place);
      }
    }
  }

  private Arrival arrival(DeliveryReport report, int recipient, String place) {
    PerRecipient r = report.recipients().get(recipient);
    return new Arrival(
        "bounces",
        relay,
        "bounces/" + relay + "/" + place + "/" + recipient,
        r.action().finding(),
        new Arrival.About(report.mark(), report.sendId(), report.messageId(), Optional.empty()),
        Optional.of(r.address()),
        clock.instant(),
        report.describe());
  }

  private void count(Receipt receipt, String place) {
    switch (receipt) {
      case ATTACHED -> counters.attached().inc();
      case REPEATED -> counters.repeated().inc();
      case UNKNOWN -> {
        counters.unknown().inc();
        LOG.info("A delivery report about no send of ours at {}.", place);
      }
    }
  }
}
