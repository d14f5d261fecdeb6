package dev.sendonce.ledger;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.bson.Document;

/**
 * Removes from the row of a finished send what says who got what: addresses become keyed digests,
 * the digests of content are keyed, and texts that may quote either are cleared. Key, states,
 * times, reply codes and the number of everything stay. Plans are pure.
 */
final class Erasing {
  private final Rewrite rewrite;
  private final KeyedDigest digest;
  private final UnaryOperator<String> samePerson;

  Erasing(Rewrite rewrite, KeyedDigest digest, UnaryOperator<String> samePerson) {
    this.rewrite = rewrite;
    this.digest = digest;
    this.samePerson = samePerson;
  }

  Transition erase(SendKey key, String actor) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          if (row.erasedAt() != null) {
            return Step.applied(row);
          }
          if (!row.state().isTerminal()) {
            return Step.refused(row, Transition.Refusal.WRONG_STATE);
          }
          Change change =
              new Change(row.state(), stamp.entry(Causes.ERASED, row.epoch(), actor, null, null))
                  .at(Row.ERASED_AT, stamp.at())
                  .set(Row.FROM, digest.address(row.from().toString()))
                  .set(Row.DIGEST, digest.of(row.digest()))
                  .set(Row.FINGERPRINT, Bson.pairs(keyed(row.fingerprint())))
                  .set(Row.METADATA, List.of())
                  .set(Row.MERGED, merged(row));
          recipients(row, change);
          attempts(row, change);
          texts(row, change);
          return Step.write(new Document(Row.STATE, row.state().wire()), change);
        });
  }

  /** The fields in which a request differs from the stored one, also after erasure. */
  List<String> differingFields(Send stored, Map<String, String> requested) {
    Map<String, String> comparable = stored.erasedAt() == null ? requested : keyed(requested);
    TreeSet<String> fields = new TreeSet<>(stored.fingerprint().keySet());
    fields.addAll(requested.keySet());
    fields.removeIf(
        field ->
            comparable.containsKey(field)
                && comparable.get(field).equals(stored.fingerprint().get(field)));
    return List.copyOf(fields);
  }

  private Map<String, String> keyed(Map<String, String> fingerprint) {
    Map<String, String> keyed = new TreeMap<>();
    fingerprint.forEach((field, value) -> keyed.put(field, digest.of(value)));
    return keyed;
  }

  private List<Document> merged(Send row) {
    List<Document> merged = new ArrayList<>();
    for (Send.Merged m : row.merged()) {
      merged.add(
          ElementCodec.merged(
              new Send.Merged(digest.address(m.address()), m.field(), digest.address(m.into()))));
    }
    return merged;
  }

  private void recipients(Send row, Change change) {
    for (int i = 0; i < row.recipients().size(); i++) {
      Send.Recipient recipient = row.recipients().get(i);
      change
          .set(Row.recipient(i, Row.ADDRESS), digest.address(recipient.address()))
          .set(
              Row.recipient(i, Row.CANONICAL),
              digest.address(samePerson.apply(recipient.address())))
          .set(Row.recipient(i, Row.REPLY), Bson.reply(withoutText(recipient.reply())));
    }
  }

  private static void attempts(Send row, Change change) {
    for (Send.Attempt attempt : row.attempts()) {
      change
          .set(Row.attempt(attempt.number(), Row.REPLY), Bson.reply(withoutText(attempt.reply())))
          .set(Row.attempt(attempt.number(), Row.CAUSE), null)
          .set(Row.attempt(attempt.number(), Row.QUEUE_ID), null)
          .set(Row.attempt(attempt.number(), Row.BASELINE), List.of());
    }
  }

  private static void texts(Send row, Change change) {
    for (int i = 0; i < row.evidence().size(); i++) {
      change.set(Row.EVIDENCE + "." + i + "." + Row.DETAIL, null);
    }
    for (int i = 0; i < row.timeline().size(); i++) {
      Send.TimelineEntry entry = row.timeline().get(i);
      if (entry.note() != null || entry.detail() != null) {
        change
            .set(Row.TIMELINE + "." + i + "." + Row.NOTE, null)
            .set(Row.TIMELINE + "." + i + "." + Row.DETAIL, null);
      }
    }
    change.placeEntryAt(row.timeline().size());
  }

  /** What may still be written about an attempt of a send whose content was erased. */
  static AttemptResult withoutTexts(AttemptResult result) {
    return new AttemptResult(
        withoutTexts(result.outcome()),
        result.rcptReplies().stream()
            .map(r -> new RcptReply(r.recipient(), r.verdict(), withoutText(r.reply())))
            .toList());
  }

  private static Outcome withoutTexts(Outcome outcome) {
    if (outcome instanceof Outcome.Accepted accepted) {
      return new Outcome.Accepted(withoutText(accepted.reply()), null);
    }
    if (outcome instanceof Outcome.Rejected rejected) {
      return new Outcome.Rejected(rejected.reached(), withoutText(rejected.reply()));
    }
    if (outcome instanceof Outcome.NotAccepted not) {
      return new Outcome.NotAccepted(not.reached(), null, withoutText(not.reply()));
    }
    return new Outcome.Uncertain(null, withoutText(((Outcome.Uncertain) outcome).reply()));
  }

  private static Reply withoutText(Reply reply) {
    return reply == null ? null : new Reply(reply.code(), reply.enhanced(), "");
  }
}
