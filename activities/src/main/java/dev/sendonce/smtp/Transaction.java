package dev.sendonce.smtp;

import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One MAIL … end of data on an open connection. For one thread, used once. */
final class Transaction {
  /**
   * Replies to MAIL that ask for authentication or encryption (RFC 4954, 6; RFC 3207, 4): the
   * settings of the relay are wrong, and no letter should be refused for it.
   */
  private static final Set<Integer> WANTS_LOGIN = Set.of(530, 534, 535, 538);

  private static final Logger LOG = LoggerFactory.getLogger(Transaction.class);

  private final Transmission transmission;
  private final RelaySettings settings;
  private final PhaseTransport relay;
  private final Progress progress;
  private final EndOfDataLatch latch;
  private final LongSupplier nanoTime;
  private final Clock clock;
  private RcptDialogue recipients;
  private boolean mailAsked;

  Transaction(
      Transmission transmission,
      RelaySettings settings,
      PhaseTransport relay,
      Progress progress,
      EndOfDataLatch latch,
      LongSupplier nanoTime,
      Clock clock) {
    this.transmission = transmission;
    this.settings = settings;
    this.relay = relay;
    this.progress = progress;
    this.latch = latch;
    this.nanoTime = nanoTime;
    this.clock = clock;
  }

  /**
   * Runs it to its end and says how that looked.
   *
   * @param letIn told when the relay speaks about the letter and no longer about who we are
   */
  Observation run(Runnable letIn) {
    try {
      return converse(letIn);
    } catch (EndedException e) {
      return new Observation(progress.phase(), e.reply(), inTransaction(), e.getMessage());
    } catch (MessagingException | IOException e) {
      return Observation.broken(progress.phase(), inTransaction(), explain(e));
    } catch (RuntimeException | Error e) {
      // a claimed attempt needs a verdict, and the phase alone decides it, whatever was thrown
      LOG.error("Internal error in phase {} of {}.", progress.phase(), transmission.sendId(), e);
      return Observation.broken(
          progress.phase(), inTransaction(), "an internal error: " + reason(e));
    }
  }

  private Observation converse(Runnable letIn) throws MessagingException, IOException {
    progress.enter(SmtpPhase.MAIL);
    boolean eightBit = relay.offers("8BITMIME") && hasHighBytes();
    Envelope envelope = new Envelope(transmission, settings, relay, eightBit);
    recipients = new RcptDialogue(transmission.recipients(), settings, envelope);
    Optional<Observation> end =
        envelope
            .refusal()
            .map(ours -> Observation.answered(SmtpPhase.MAIL, ours, 0))
            .or(recipients::nobodyLeft);
    if (end.isPresent()) {
      letIn.run();
      return end.get();
    }
    mailAsked = true;
    Reply mail = relay.ask(envelope.mail());
    if (WANTS_LOGIN.contains(mail.code())) {
      return Observation.answered(SmtpPhase.AUTH, mail, 0);
    }
    letIn.run();
    if (mail.series() != 2) {
      return Observation.answered(SmtpPhase.MAIL, mail, 0);
    }
    end = recipients.ask(relay, progress);
    if (end.isPresent()) {
      return end.get();
    }
    progress.enter(SmtpPhase.DATA);
    Reply data = relay.ask("DATA");
    if (data.code() != 354) {
      return Observation.answered(SmtpPhase.DATA, data, inTransaction());
    }
    return body();
  }

  private Observation body() throws MessagingException, IOException {
    progress.enter(SmtpPhase.BODY);
    try {
      new BodyWriter(transmission.message(), relay.body()).write();
    } catch (BodyWriter.MismatchException e) {
      relay.abort();
      throw e;
    } catch (IOException e) {
      // a relay that refuses in the middle of the body says so before it leaves
      throw new EndedException(explain(e), relay.unasked().orElse(null));
    }
    EndOfDataGate gate =
        new EndOfDataGate(
            relay, progress, latch, verdicts(), () -> Stopwatch.start(nanoTime, clock));
    Reply reply = relay.endOfData(gate);
    long read = nanoTime.getAsLong();
    progress.replied();
    QuietObserver.tell(() -> latch.replyRead(read));
    return Observation.answered(SmtpPhase.REPLIED, reply, inTransaction());
  }

  /** The verdict on each recipient so far. */
  List<RcptReply> verdicts() {
    return recipients == null
        ? transmission.recipients().stream()
            .map(r -> new RcptReply(r.index(), RcptReply.Verdict.NOT_ASKED, null))
            .toList()
        : recipients.verdicts();
  }

  /** True when MAIL was written: only from then on may a kept connection be to blame. */
  boolean askedForMail() {
    return mailAsked;
  }

  private int inTransaction() {
    return recipients == null ? 0 : recipients.inTransaction();
  }

  private boolean hasHighBytes() throws IOException {
    try (InputStream in = transmission.message().open()) {
      byte[] chunk = new byte[16 * 1024];
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        for (int i = 0; i < count; i++) {
          if (chunk[i] < 0) {
            return true;
          }
        }
      }
      return false;
    }
  }

  /** What people get to read: why we ended it, else what went wrong, and what was left over. */
  private String explain(Exception e) {
    String why = progress.stopped().orElseGet(() -> reason(e));
    String rest = Reply.of(0, relay.socket().input().readSoFar()).redacted().text();
    return progress.phase() == SmtpPhase.END_OF_DATA && !rest.isEmpty()
        ? why + "; the relay had said: " + rest
        : why;
  }

  /** The innermost cause; the library's own wrapping depends on chance. */
  static String reason(Throwable e) {
    Throwable inner = e;
    while (inner.getCause() != null && inner.getCause() != inner) {
      inner = inner.getCause();
    }
    return inner.getMessage() == null ? inner.getClass().getSimpleName() : inner.getMessage();
  }
}
