package dev.sendonce.intake;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Messages;
import dev.sendonce.ledger.NewSend;
import dev.sendonce.ledger.Preparation;
import dev.sendonce.message.MessageFreezer;
import dev.sendonce.message.SpooledMessage;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Decides on a judged request and records it: replay, claims, frozen message and last the ledger
 * row, which alone makes it accepted. Thread-safe.
 */
final class Acceptor {
  /** How long a request waits for another one with its key before it is told to come again. */
  private static final Duration GATE = Duration.ofSeconds(5);

  private final IntakeSettings settings;
  private final Ledger ledger;
  private final Messages messages;
  private final Claims claims;
  private final ReferenceNumbers numbers;
  private final MessageFreezer freezer;
  private final Clock clock;
  private final Supplier<String> ids;
  private final KeyGate gate = new KeyGate();

  Acceptor(
      IntakeSettings settings,
      Ledger ledger,
      Messages messages,
      ContentGuard guard,
      ReferenceNumbers numbers,
      Clock clock,
      Supplier<String> ids) {
    this.settings = settings;
    this.ledger = ledger;
    this.messages = messages;
    this.claims = new Claims(guard, settings.duplicateWindow());
    this.numbers = numbers;
    this.freezer = new MessageFreezer(settings.temporary());
    this.clock = clock;
    this.ids = ids;
  }

  Acceptance decide(Submitter submitter, SendKey key, Verdict verdict) throws IOException {
    if (verdict.submission().isEmpty()) {
      return new Acceptance.Invalid(verdict.errors());
    }
    Submission submission = verdict.submission().get();
    Optional<Acceptance> earlier = earlier(submitter, key, submission);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    if (!verdict.errors().isEmpty()) {
      return new Acceptance.Invalid(verdict.errors());
    }
    if (!gate.enter(key, GATE)) {
      return new Acceptance.InProgress();
    }
    try {
      Optional<Acceptance> meanwhile = earlier(submitter, key, submission);
      return meanwhile.isPresent() ? meanwhile.get() : claim(submitter, key, submission);
    } finally {
      gate.leave(key);
    }
  }

  /** What a key that is in the ledger already answers. */
  private Optional<Acceptance> earlier(Submitter submitter, SendKey key, Submission submission) {
    return ledger.find(key).map(send -> known(submitter, send, submission));
  }

  private Acceptance known(Submitter submitter, Send send, Submission submission) {
    if (!send.client().equals(submitter.client())) {
      return new Acceptance.KeyTaken();
    }
    TreeSet<String> fields = new TreeSet<>(ledger.differingFields(send, submission.fingerprint()));
    fields.remove(Fingerprint.REQUEST);
    return fields.isEmpty()
        ? new Acceptance.Replayed(send)
        : new Acceptance.KeyReused(List.copyOf(fields));
  }

  private Acceptance claim(Submitter submitter, SendKey key, Submission submission)
      throws IOException {
    Claims.Answer answer = claims.claim(submitter.client(), key, submission);
    if (answer instanceof Claims.Refused refused) {
      return refused.acceptance();
    }
    Claims.Granted granted = (Claims.Granted) answer;
    try {
      return record(submitter, key, submission, granted);
    } catch (IOException e) {
      // nothing was recorded, so nobody has to wait for these claims to lapse
      claims.release(granted);
      throw e;
    }
  }

  private Acceptance record(
      Submitter submitter, SendKey key, Submission submission, Claims.Granted granted)
      throws IOException {
    String id = ids.get();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Instant sendAt = submission.terms().sendAt().orElse(now);
    Instant start = sendAt.isAfter(now) ? sendAt : now;
    // before the message is frozen with it; a repetition after a failure gets the same one
    Optional<Send.Reference> reference =
        submission.terms().reference().map(r -> numbers.assign(key, r));
    try (SpooledMessage message = submission.draft().freeze(freezer, id, start, reference)) {
      messages.store(id, key, message);
      NewSend row = row(submitter, key, id, submission, reference, message, sendAt, start);
      if (claims.isAging(granted)
          && claims.claim(submitter.client(), key, submission) instanceof Claims.Refused lost) {
        messages.delete(id);
        return lost.acceptance();
      }
      Preparation preparation = ledger.prepare(row);
      if (preparation instanceof Preparation.Prepared prepared) {
        messages.keep(id, key, message);
        claims.recorded(submitter.client(), key, submission);
        return new Acceptance.Accepted(prepared.send());
      }
      messages.delete(id);
      Acceptance answer = known(submitter, ((Preparation.Taken) preparation).send(), submission);
      if (!(answer instanceof Acceptance.Replayed)) {
        claims.release(granted);
      }
      return answer;
    }
  }

  private NewSend row(
      Submitter submitter,
      SendKey key,
      String id,
      Submission submission,
      Optional<Send.Reference> reference,
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
        reference.orElse(null),
        terms.allowDuplicateContent());
  }
}
