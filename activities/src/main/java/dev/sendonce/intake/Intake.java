package dev.sendonce.intake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Messages;
import dev.sendonce.ledger.NewSend;
import dev.sendonce.ledger.Preparation;
import dev.sendonce.message.MessageFreezer;
import dev.sendonce.message.SpooledMessage;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * From a request to an accepted send: validates, freezes the message, records the ledger row.
 * Starts no workflow.
 *
 * <p>The ledger row is written last: whatever fails before leaves the key free, and whatever is
 * ambiguous is answered by {@link dev.sendonce.ledger.LedgerUnavailableException}, after which the
 * same key is either replayed or accepted, never burnt.
 *
 * <p>Thread-safe.
 */
public final class Intake {
  private final IntakeSettings settings;
  private final Ledger ledger;
  private final Messages messages;
  private final Clock clock;
  private final Supplier<String> ids;
  private final RequestReader requests;
  private final SubmissionReader submissions;
  private final MessageFreezer freezer;

  /**
   * An intake for one node.
   *
   * @param ids makes the random id of each send: unique for ever, and fit for the left side of a
   *     message id
   */
  public Intake(
      IntakeSettings settings,
      Ledger ledger,
      Messages messages,
      Clock clock,
      Supplier<String> ids) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.ledger = Objects.requireNonNull(ledger, "ledger");
    this.messages = Objects.requireNonNull(messages, "messages");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.ids = Objects.requireNonNull(ids, "ids");
    this.requests = new RequestReader(settings.limits(), settings.temporary());
    this.submissions = new SubmissionReader(settings);
    this.freezer = new MessageFreezer(settings.temporary());
  }

  /** Accepts a request that is in memory already; see the other form. */
  public Acceptance accept(Submitter submitter, SendKey key, JsonNode request) {
    byte[] json = request.toString().getBytes(StandardCharsets.UTF_8);
    try {
      return accept(submitter, key, new ByteArrayInputStream(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Accepts the JSON body of a POST, read as a stream: attachments go to temporary files while they
   * come in.
   *
   * @param submitter who asks and what they may do
   * @throws dev.sendonce.ledger.LedgerUnavailableException when MongoDB did not answer; the same
   *     request may be repeated
   * @throws IOException when the request broke off or a temporary file could not be written
   */
  public Acceptance accept(Submitter submitter, SendKey key, InputStream json) throws IOException {
    try (RequestBody body = requests.read(json)) {
      Verdict verdict = submissions.read(body, submitter, clock.instant());
      return decide(submitter, key, verdict);
    } catch (LimitExceededException e) {
      return new Acceptance.TooLarge(e.getMessage());
    } catch (JsonProcessingException e) {
      return new Acceptance.Unreadable(
          "The body is not JSON"
              + Optional.ofNullable(e.getLocation())
                  .map(l -> " at line " + l.getLineNr() + ", column " + l.getColumnNr())
                  .orElse("")
              + ".");
    } catch (CharConversionException e) {
      return new Acceptance.Unreadable("The body is not UTF-8.");
    }
  }

  private Acceptance decide(Submitter submitter, SendKey key, Verdict verdict) throws IOException {
    if (verdict.submission().isEmpty()) {
      return new Acceptance.Invalid(verdict.errors());
    }
    Submission submission = verdict.submission().get();
    Optional<Send> earlier = ledger.find(key);
    if (earlier.isPresent()) {
      return known(submitter, earlier.get(), submission);
    }
    if (!verdict.errors().isEmpty()) {
      return new Acceptance.Invalid(verdict.errors());
    }
    return record(submitter, key, submission);
  }

  private Acceptance record(Submitter submitter, SendKey key, Submission submission)
      throws IOException {
    String id = ids.get();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Instant sendAt = submission.terms().sendAt().orElse(now);
    Instant start = sendAt.isAfter(now) ? sendAt : now;
    try (SpooledMessage message = submission.draft().freeze(freezer, id, start)) {
      messages.store(id, message);
      Preparation preparation =
          ledger.prepare(newSend(submitter, key, id, submission, message, sendAt, start));
      if (preparation instanceof Preparation.Taken taken) {
        messages.delete(id);
        return known(submitter, taken.send(), submission);
      }
      return new Acceptance.Accepted(((Preparation.Prepared) preparation).send());
    }
  }

  private NewSend newSend(
      Submitter submitter,
      SendKey key,
      String id,
      Submission submission,
      SpooledMessage message,
      Instant sendAt,
      Instant start) {
    Terms terms = submission.terms();
    Duration expireAfter =
        terms.expireAfter().orElseGet(() -> settings.relays().get(terms.relay()));
    return new NewSend(
        key,
        id,
        submitter.client(),
        terms.relay(),
        null,
        submission.envelope().from(),
        submission.envelope().recipients(),
        submission.envelope().merged(),
        message.messageId(),
        message.digest(),
        message.size(),
        submission.needsSmtpUtf8(),
        sendAt,
        start.plus(expireAfter),
        submission.fingerprint(),
        terms.metadata(),
        terms.reference().orElse(null),
        terms.allowDuplicateContent());
  }

  private static Acceptance known(Submitter submitter, Send send, Submission submission) {
    if (!send.client().equals(submitter.client())) {
      return new Acceptance.KeyTaken();
    }
    String request = submission.fingerprint().get(Fingerprint.REQUEST);
    return request.equals(send.fingerprint().get(Fingerprint.REQUEST))
        ? new Acceptance.Replayed(send)
        : new Acceptance.KeyReused(
            Fingerprint.differences(send.fingerprint(), submission.fingerprint()));
  }
}
