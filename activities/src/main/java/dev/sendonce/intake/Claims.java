package dev.sendonce.intake;

import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.message.CanonicalAddress;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a request has to have for itself before it is recorded: its content for each of its people,
 * within the duplicate window and among the sends of its client; and for ever the message id, when
 * the client chose one, because evidence is found by it. Thread-safe.
 */
final class Claims {
  private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

  private final ContentGuard guard;
  private final Duration window;

  Claims(ContentGuard guard, Duration window) {
    this.guard = guard;
    this.window = window;
  }

  /** Whether the request may be recorded. */
  sealed interface Answer {}

  /** It may. */
  record Granted(List<GuardRow> rows, long nanoTime) implements Answer {}

  /** Another send stands in the way. */
  record Refused(Acceptance acceptance) implements Answer {}

  Answer claim(String client, SendKey key, Submission submission) {
    long start = System.nanoTime();
    String request = submission.fingerprint().get(Fingerprint.REQUEST);
    List<GuardRow> rows = new ArrayList<>();
    if (submission.draft().messageId().isPresent()) {
      String id = new Digester().add("message-id").add(submission.draft().messageId().get()).hex();
      Occupancy occupancy = guard.claim(List.of(id), key, request, Optional.empty());
      if (occupancy instanceof Occupancy.Mine mine) {
        rows.addAll(mine.rows());
      } else {
        return new Refused(
            new Acceptance.Invalid(
                List.of(new FieldError("messageId", "is the message id of another send"))));
      }
    }
    List<String> contents = contents(client, submission);
    Occupancy occupancy =
        submission.terms().allowDuplicateContent()
            ? guard.claimWhatIsFree(contents, key, request, Optional.of(window))
            : guard.claim(contents, key, request, Optional.of(window));
    if (occupancy instanceof Occupancy.Occupied occupied) {
      guard.release(rows);
      return new Refused(new Acceptance.DuplicateContent(occupied.key()));
    }
    rows.addAll(((Occupancy.Mine) occupancy).rows());
    return new Granted(List.copyOf(rows), start);
  }

  /**
   * Told once the request is in the ledger: a duplicate that was allowed is from now on the newest
   * send of its content, so that the window of the next one counts from it. Never throws for a
   * database that does not answer: the send is recorded, and what is lost is the guard against a
   * double click.
   */
  void recorded(String client, SendKey key, Submission submission) {
    if (submission.terms().allowDuplicateContent()) {
      try {
        guard.takeOver(
            contents(client, submission),
            key,
            submission.fingerprint().get(Fingerprint.REQUEST),
            window);
      } catch (LedgerUnavailableException e) {
        LOG.warn("An allowed duplicate was accepted, but the content guard could not be told", e);
      }
    }
  }

  /** True when so much time has passed that others may soon take the claims for abandoned. */
  boolean isAging(Granted granted) {
    return System.nanoTime() - granted.nanoTime() > ContentGuard.GRACE.toNanos() / 2;
  }

  void release(Granted granted) {
    guard.release(granted.rows());
  }

  private static List<String> contents(String client, Submission submission) {
    String content = submission.draft().contentDigest();
    return submission.envelope().people().stream()
        .map(CanonicalAddress::value)
        .map(person -> new Digester().add("content").add(client).add(person).add(content).hex())
        .toList();
  }
}
