package dev.sendonce.smtp;

import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import jakarta.mail.MessagingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The RCPT commands of one transaction, and what they mean for each recipient.
 *
 * <p>The journal, where there is one, is asked first and must be taken: only then does its silence
 * later mean something. It counts as a recipient of the transaction, but is never reported as one.
 */
final class RcptDialogue {
  private final List<Transmission.Recipient> recipients;
  private final RelaySettings settings;
  private final Envelope envelope;
  private final List<RcptReply> verdicts = new ArrayList<>();
  private int taken;
  private boolean journalled;

  RcptDialogue(List<Transmission.Recipient> recipients, RelaySettings settings, Envelope envelope) {
    this.recipients = recipients;
    this.settings = settings;
    this.envelope = envelope;
    for (Transmission.Recipient recipient : recipients) {
      verdicts.add(
          envelope
              .refusalOf(recipient.address())
              .map(reply -> new RcptReply(recipient.index(), Verdict.REFUSED, reply))
              .orElse(new RcptReply(recipient.index(), Verdict.NOT_ASKED, null)));
    }
  }

  /** One verdict per recipient, in order. */
  List<RcptReply> verdicts() {
    return List.copyOf(verdicts);
  }

  /** How many the relay has taken into the transaction, the journal included. */
  int inTransaction() {
    return taken + (journalled ? 1 : 0);
  }

  /** Ends the transaction before MAIL when there is nobody to ask about. */
  Optional<Observation> nobodyLeft() {
    return verdicts.stream().anyMatch(v -> v.verdict() == Verdict.NOT_ASKED)
        ? Optional.empty()
        : Optional.of(nobodyTaken(SmtpPhase.MAIL));
  }

  /** Asks; present when the transaction ends here. */
  Optional<Observation> ask(PhaseTransport relay, Progress progress) throws MessagingException {
    Optional<Observation> noJournal = askJournal(relay, progress);
    if (noJournal.isPresent()) {
      return noJournal;
    }
    for (int i = 0; i < recipients.size(); i++) {
      if (verdicts.get(i).verdict() == Verdict.REFUSED) {
        continue;
      }
      progress.enter(SmtpPhase.RCPT);
      Reply reply = relay.ask(envelope.rcpt(recipients.get(i).address()));
      boolean full = taken > 0 && isTransactionFull(reply);
      Optional<Verdict> verdict = full ? Optional.of(Verdict.DEFERRED) : meaning(reply);
      verdict.ifPresent(this::count);
      int position = i;
      verdict.ifPresent(
          v -> verdicts.set(position, new RcptReply(recipients.get(position).index(), v, reply)));
      if (verdict.isEmpty() || reply.code() == 421) {
        return Optional.of(Observation.answered(SmtpPhase.RCPT, reply, inTransaction()));
      }
      if (full) {
        break;
      }
    }
    return taken > 0 ? Optional.empty() : Optional.of(nobodyTaken(SmtpPhase.RCPT));
  }

  private Optional<Observation> askJournal(PhaseTransport relay, Progress progress)
      throws MessagingException {
    if (settings.journalAddress().isEmpty()) {
      return Optional.empty();
    }
    progress.enter(SmtpPhase.RCPT);
    Reply reply =
        relay.ask(envelope.rcptJournal(EmailAddress.ofStored(settings.journalAddress().get())));
    journalled = reply.series() == 2;
    return journalled
        ? Optional.empty()
        : Optional.of(
            Observation.broken(
                SmtpPhase.RCPT, 0, "the journal address was not taken: " + reply.redacted()));
  }

  private void count(Verdict verdict) {
    taken += verdict == Verdict.TAKEN ? 1 : 0;
  }

  private static Optional<Verdict> meaning(Reply reply) {
    return switch (reply.series()) {
      case 2 -> Optional.of(Verdict.TAKEN);
      case 4 -> Optional.of(Verdict.DEFERRED);
      case 5 -> Optional.of(Verdict.REFUSED);
      default -> Optional.empty();
    };
  }

  /**
   * "Too many recipients": 452, or 552 from old servers, which RFC 5321, 4.5.3.1.10 wants treated
   * alike. The ones after it are not asked; they go alone later.
   */
  private static boolean isTransactionFull(Reply reply) {
    String status = reply.enhancedCode().orElse("");
    return (reply.code() == 452 && (status.isEmpty() || status.equals("4.5.3")))
        || (reply.code() == 552 && status.equals("5.5.3"));
  }

  /** A transient refusal among them keeps the whole open; otherwise the last refusal stands. */
  private Observation nobodyTaken(SmtpPhase reached) {
    Reply decisive = null;
    for (RcptReply verdict : verdicts) {
      if (decisive == null || decisive.series() == 5) {
        decisive = verdict.reply();
      }
    }
    return decisive == null
        ? Observation.broken(reached, 0, "no recipient")
        : Observation.answered(reached, decisive, 0);
  }
}
