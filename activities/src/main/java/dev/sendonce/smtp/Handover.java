package dev.sendonce.smtp;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import jakarta.mail.MessagingException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a connection for a transmission, runs the transaction on it, decides what that proved, and
 * keeps the connection only when nothing of the transaction can be left on it. Thread-safe.
 */
final class Handover {
  /** How long RSET may take at most, before and after use; more is not worth waiting for. */
  private static final Duration LONGEST_RESET = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Handover.class);

  private final RelaySettings settings;
  private final Connector connector;
  private final ConnectionPool<PhaseTransport> pool;
  private final Breaker breaker;
  private final TransmissionObserver observer;
  private final ScheduledExecutorService timer;
  private final LongSupplier nanoTime;
  private final Clock clock;
  private final OutcomeRule rule;
  private final Duration resetLimit;

  Handover(
      RelaySettings settings,
      Connector connector,
      ConnectionPool<PhaseTransport> pool,
      Breaker breaker,
      TransmissionObserver observer,
      ScheduledExecutorService timer,
      LongSupplier nanoTime,
      Clock clock) {
    this.settings = settings;
    this.connector = connector;
    this.pool = pool;
    this.breaker = breaker;
    this.observer = observer;
    this.timer = timer;
    this.nanoTime = nanoTime;
    this.clock = clock;
    this.rule = new OutcomeRule(settings.trustTransientRejection());
    Duration command = settings.timeouts().command();
    this.resetLimit = command.compareTo(LONGEST_RESET) < 0 ? command : LONGEST_RESET;
  }

  /** Never throws; bounded by the deadlines of the progress. */
  AttemptResult run(
      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort, Progress progress) {
    try {
      return attempt(transmission, latch, abort, progress);
    } catch (RuntimeException | Error e) {
      // a claimed attempt needs a verdict, and the phase alone decides it, whatever was thrown
      LOG.error("Internal error in phase {} of {}.", progress.phase(), transmission.sendId(), e);
      progress.stop("an internal error");
      Observation seen =
          Observation.broken(progress.phase(), 0, "an internal error: " + Transaction.reason(e));
      return new AttemptResult(rule.decide(seen), notAsked(transmission));
    }
  }

  /** The result of a transmission for which no connection was even tried. */
  static AttemptResult withoutConnection(Transmission transmission, String cause) {
    return new AttemptResult(
        new Outcome.NotAccepted(SmtpPhase.CONNECT, cause, null), notAsked(transmission));
  }

  private AttemptResult attempt(
      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort, Progress progress) {
    Optional<ConnectionPool.Kept<PhaseTransport>> kept = pool.take();
    if (kept.isPresent()) {
      PhaseTransport relay = kept.get().connection();
      if (isAlive(relay, progress)) {
        observer.connectionReused();
        Transaction tried = transaction(transmission, relay, progress, latch);
        Observation seen = tried.run(() -> {});
        if (!blamesTheConnection(tried, seen, progress)) {
          if (seen.reached().compareTo(SmtpPhase.MAIL) > 0) {
            breaker.begin().succeeded();
          }
          return conclude(kept.get(), transmission, tried, seen, progress);
        }
        relay.abort();
      }
      observer.connectionStale();
    }
    return onNewConnection(transmission, latch, abort, progress);
  }

  private AttemptResult onNewConnection(
      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort, Progress progress) {
    if (progress.stopped().isPresent()) {
      return withoutConnection(transmission, progress.stopped().get());
    }
    Breaker.Trial trial = breaker.begin();
    Connector.Result result = connector.open(progress);
    if (result instanceof Connector.Result.Failed failed) {
      if (abort.reason().isEmpty()) {
        trial.failed(failed.seen().cause());
      }
      return new AttemptResult(rule.decide(failed.seen()), notAsked(transmission));
    }
    observer.connectionOpened();
    PhaseTransport relay = ((Connector.Result.Open) result).relay();
    Transaction transaction = transaction(transmission, relay, progress, latch);
    Observation seen = transaction.run(trial::succeeded);
    if (seen.reached().isBeforeMail()) {
      trial.failed(seen.cause());
    }
    return conclude(
        ConnectionPool.Kept.fresh(relay, nanoTime.getAsLong()),
        transmission,
        transaction,
        seen,
        progress);
  }

  private Transaction transaction(
      Transmission transmission, PhaseTransport relay, Progress progress, EndOfDataLatch latch) {
    return new Transaction(transmission, settings, relay, progress, latch, nanoTime, clock);
  }

  /**
   * A kept connection may have been used up or given up by the relay, which then answers MAIL with
   * something about the connection. Up to there nothing of the letter was sent, so a new connection
   * gives the answer that counts.
   */
  private static boolean blamesTheConnection(
      Transaction tried, Observation seen, Progress progress) {
    return tried.askedForMail()
        && seen.reached().compareTo(SmtpPhase.MAIL) <= 0
        && progress.stopped().isEmpty();
  }

  private AttemptResult conclude(
      ConnectionPool.Kept<PhaseTransport> used,
      Transmission transmission,
      Transaction transaction,
      Observation seen,
      Progress progress) {
    PhaseTransport relay = used.connection();
    boolean clean = isClean(seen) && (isFinished(transaction, seen) || reset(relay, progress));
    // first let go of it: from here on this transaction's deadline must not close it any more
    progress.close();
    if (clean && relay.isQuiet()) {
      pool.giveBack(used);
    } else {
      relay.abort();
    }
    Outcome outcome = QueueId.withoutAddress(rule.decide(seen), transmission);
    return new AttemptResult(outcome, fitting(outcome, transaction.verdicts()));
  }

  /** Only a complete reply of the expected kind leaves a connection in a known state. */
  private static boolean isClean(Observation seen) {
    Reply reply = seen.reply();
    if (reply == null || reply.code() == 421) {
      return false;
    }
    boolean refused = reply.series() == 4 || reply.series() == 5;
    return switch (seen.reached()) {
      case REPLIED -> refused || reply.series() == 2;
      case MAIL, RCPT, DATA -> refused;
      default -> false;
    };
  }

  private static boolean isFinished(Transaction transaction, Observation seen) {
    return seen.reached() == SmtpPhase.REPLIED || !transaction.askedForMail();
  }

  /** Ends an open transaction. Only before end of data, so it delays no record of acceptance. */
  private boolean reset(PhaseTransport relay, Progress progress) {
    progress.step("RSET", resetLimit);
    try {
      return relay.ask("RSET").code() == 250;
    } catch (MessagingException e) {
      return false;
    }
  }

  private boolean isAlive(PhaseTransport relay, Progress progress) {
    relay.serve(progress);
    Deadline limit = new Deadline(timer, new Object());
    limit.arm(resetLimit, relay::abort);
    try {
      return relay.isIdle() && relay.ask("RSET").code() == 250;
    } catch (MessagingException e) {
      return false;
    } finally {
      limit.disarm();
    }
  }

  /**
   * A refusal of DATA speaks of the recipients in the transaction, not of those that the relay had
   * no room to be asked about.
   */
  private static List<RcptReply> fitting(Outcome outcome, List<RcptReply> verdicts) {
    boolean ofData =
        outcome instanceof Outcome.Rejected rejected
            && rejected.reached().compareTo(SmtpPhase.DATA) >= 0
            && rejected.reached().compareTo(SmtpPhase.END_OF_DATA) < 0;
    return verdicts.stream()
        .map(
            v ->
                ofData && v.verdict() == Verdict.NOT_ASKED
                    ? new RcptReply(v.recipient(), Verdict.DEFERRED, null)
                    : v)
        .toList();
  }

  static List<RcptReply> notAsked(Transmission transmission) {
    return transmission.recipients().stream()
        .map(r -> new RcptReply(r.index(), Verdict.NOT_ASKED, null))
        .toList();
  }
}
