package dev.sendonce.intake.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import dev.sendonce.intake.Acceptance;
import dev.sendonce.intake.Submitter;
import dev.sendonce.intake.outbox.OutboxDocument.UnusableDocumentException;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns outbox documents into accepted sends: claim, accept under the same key, finish.
 *
 * <p>Safe on every node at once and under kill -9 at any point: until a document is finished it is
 * claimed again, and accepting the same key again is a replay. Thread-safe.
 */
public final class OutboxIntake {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxIntake.class);

  /**
   * A claim whose node died counts, and so may a claim that an outage cut off; a document that
   * really takes its nodes with it must end nevertheless.
   */
  private static final int NODES_LOST = 10;

  private static final String AGAIN =
      "To try again, correct it and insert it into outbox with status 0 and without retryCount.";

  private final Outbox outbox;
  private final Settings settings;
  private final Acceptor acceptor;
  private final Consumer<Send> accepted;
  private final SamePersonRules samePerson;
  private final Supplier<String> claims;

  /** Accepts one request, as a POST would. */
  @FunctionalInterface
  public interface Acceptor {
    /** See {@link dev.sendonce.intake.Intake}. */
    Acceptance accept(Submitter submitter, SendKey key, JsonNode request);
  }

  /**
   * How claims work.
   *
   * @param batch documents claimed at once
   * @param lockTimeout a claim older than this may be taken over
   * @param maxRetries failures inside sendonce before a document is refused; an outage of MongoDB
   *     refuses none
   */
  public record Settings(int batch, Duration lockTimeout, int maxRetries) {}

  /** What one round did. */
  public record Round(int accepted, int refused, int released) {
    /** Nothing was waiting. */
    public boolean idle() {
      return accepted + refused + released == 0;
    }

    private Round plus(Round other) {
      return new Round(
          accepted + other.accepted, refused + other.refused, released + other.released);
    }
  }

  /**
   * Joins the parts.
   *
   * @param accepted told of every accepted send, to start its workflow
   * @param samePerson when two recipients of one mail are the same person
   * @param claims unique claim ids, unguessable by other nodes
   */
  public OutboxIntake(
      MongoDatabase database,
      Settings settings,
      Acceptor acceptor,
      Consumer<Send> accepted,
      SamePersonRules samePerson,
      Supplier<String> claims) {
    this.outbox = new Outbox(database, settings.lockTimeout());
    this.settings = settings;
    this.acceptor = acceptor;
    this.accepted = accepted;
    this.samePerson = samePerson;
    this.claims = claims;
  }

  /** Creates the index that claiming uses; idempotent. */
  public void createIndexes() {
    outbox.createIndexes();
  }

  /**
   * Refuses all that waits, on a copy of a database whose original may accept the same documents.
   *
   * @return how many
   */
  public static long refuseAll(MongoDatabase database, String why) {
    return new Outbox(database, Duration.ZERO).refuseAll(why + " " + AGAIN);
  }

  /** Forgets what was accepted or refused before this time. */
  public static void forget(MongoDatabase database, Instant before) {
    new Outbox(database, Duration.ZERO).forget(before);
  }

  /** Claims a batch, deals with it, and moves what is finished out of the way. */
  public Round round() {
    String claim = claims.get();
    Outbox.Claimed claimed = outbox.claim(claim, settings.batch());
    Round round = refused(claimed.refused());
    if (claimed.documents().isEmpty()) {
      claimed = outbox.takeOver(claim);
      round = round.plus(refused(claimed.refused()));
    }
    for (OutboxDocument document : claimed.documents()) {
      round = round.plus(deal(document, claim));
    }
    if (round.idle()) {
      round = refused(outbox.refuseStrangers(settings.batch()));
    }
    outbox.moveFinished(settings.batch());
    if (round.refused() > 0) {
      LOG.warn(
          "Refused {} outbox documents; their field lastError in outbox_finished tells why.",
          round.refused());
    }
    return round;
  }

  private Round deal(OutboxDocument document, String claim) {
    try {
      if (document.retryCount() > settings.maxRetries() * NODES_LOST) {
        return refuse(
            document,
            claim,
            null,
            "Given up after "
                + document.retryCount()
                + " claims, none of which its node could end. GET /v1/sends/KEY tells whether it was"
                + " accepted. "
                + AGAIN);
      }
      return conclude(document, claim, document.key(samePerson));
    } catch (UnusableDocumentException e) {
      return refuse(document, claim, null, e.getMessage());
    } catch (LedgerUnavailableException | MongoException e) {
      outbox.release(document, claim, false, "MongoDB did not answer; will be tried again.");
      return new Round(0, 0, 1);
    } catch (RuntimeException e) {
      // a document that trips a defect of ours must not keep the others waiting; retries are
      // bounded
      LOG.error("Accepting an outbox document failed", e);
      if (document.retryCount() >= settings.maxRetries()) {
        String why = "Given up after " + document.retryCount() + " failures inside sendonce. ";
        return refuse(document, claim, null, why + AGAIN);
      }
      outbox.release(document, claim, true, "Failed inside sendonce; will be tried again.");
      return new Round(0, 0, 1);
    }
  }

  private Round conclude(OutboxDocument document, String claim, SendKey key) {
    Acceptance answer = acceptor.accept(document.submitter(), key, document.request());
    if (answer instanceof Acceptance.Accepted done) {
      accepted.accept(done.send());
      outbox.finish(document, claim, Outbox.ACCEPTED, key.value(), null);
      return new Round(1, 0, 0);
    }
    if (answer instanceof Acceptance.Replayed done) {
      outbox.finish(document, claim, Outbox.ACCEPTED, done.send().key().value(), null);
      return new Round(1, 0, 0);
    }
    if (answer instanceof Acceptance.InProgress) {
      outbox.release(document, claim, false, "The same key is being accepted; tried again.");
      return new Round(0, 0, 1);
    }
    return refuse(document, claim, key.value(), Refusal.of(answer));
  }

  private Round refuse(OutboxDocument document, String claim, String key, String why) {
    outbox.finish(document, claim, Outbox.REFUSED, key, why);
    return refused(1);
  }

  private static Round refused(int count) {
    return new Round(0, count, 0);
  }
}
