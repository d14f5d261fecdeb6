package dev.sendonce.intake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Messages;
import dev.sendonce.message.RawMessageReader;
import dev.sendonce.message.RawReading;
import dev.sendonce.send.SendKey;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final Limits limits;
  private final Clock clock;
  private final RequestReader requests;
  private final SubmissionReader submissions;
  private final RawMessageReader rawMessages;
  private final RawSubmissionReader rawSubmissions;
  private final Acceptor acceptor;

  /**
   * An intake for one node.
   *
   * @param numbers gives sends that ask for a reference their number; {@link ReferenceNumbers#NONE}
   *     leaves them without
   * @param ids makes the random id of each send: unique for ever, and fit for the left side of a
   *     message id
   */
  public Intake(
      IntakeSettings settings,
      Ledger ledger,
      Messages messages,
      ContentGuard guard,
      ReferenceNumbers numbers,
      Clock clock,
      Supplier<String> ids) {
    Objects.requireNonNull(ledger, "ledger");
    Objects.requireNonNull(messages, "messages");
    Objects.requireNonNull(guard, "guard");
    Objects.requireNonNull(numbers, "numbers");
    Objects.requireNonNull(ids, "ids");
    this.limits = settings.limits();
    this.clock = Objects.requireNonNull(clock, "clock");
    this.requests = new RequestReader(settings.limits(), settings.temporary());
    this.submissions = new SubmissionReader(settings);
    this.rawMessages = new RawMessageReader(settings.temporary());
    this.rawSubmissions = new RawSubmissionReader(settings);
    this.acceptor = new Acceptor(settings, ledger, messages, guard, numbers, clock, ids);
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
   * What would be wrong with a request if it were made now; empty when nothing is. Accepts nothing.
   */
  public List<FieldError> check(Submitter submitter, JsonNode request) {
    byte[] json = request.toString().getBytes(StandardCharsets.UTF_8);
    try (RequestBody body = requests.read(new ByteArrayInputStream(json))) {
      return submissions.read(body, submitter, clock.instant()).errors();
    } catch (LimitExceededException e) {
      return List.of(new FieldError("attachments", e.getMessage()));
    } catch (StreamConstraintsException e) {
      return List.of(new FieldError("text", limits.inWords()));
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
      return acceptor.decide(submitter, key, verdict);
    } catch (LimitExceededException e) {
      return new Acceptance.TooLarge(e.getMessage());
    } catch (StreamConstraintsException e) {
      return new Acceptance.TooLarge(limits.inWords());
    } catch (JsonProcessingException e) {
      return new Acceptance.Unreadable(JsonDefect.of(e));
    } catch (CharConversionException e) {
      return new Acceptance.Unreadable("The body is not UTF-8.");
    }
  }

  /**
   * Accepts a message that the client built itself ({@code message/rfc822}), read as a stream.
   *
   * @param parameters envelope and terms, see {@code deploy/docs/raw-submission.md}
   * @throws dev.sendonce.ledger.LedgerUnavailableException as for JSON
   * @throws IOException as for JSON
   */
  public Acceptance acceptRaw(
      Submitter submitter, SendKey key, Map<String, List<String>> parameters, InputStream message)
      throws IOException {
    try {
      RawReading reading = rawMessages.read(new BoundedInput(message, limits.request()));
      Verdict verdict = rawSubmissions.read(reading, parameters, submitter, clock.instant());
      try {
        return acceptor.decide(submitter, key, verdict);
      } finally {
        if (reading instanceof RawReading.Sound sound) {
          sound.message().close();
        }
      }
    } catch (LimitExceededException e) {
      return new Acceptance.TooLarge(e.getMessage());
    }
  }
}
