package dev.sendonce.api.send;

import dev.sendonce.evidence.Finding;
import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Reason;
import dev.sendonce.send.RecipientField;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import dev.sendonce.send.WaitingFor;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A send as clients see it. Its field names are the contract; absent values are null. */
public record SendJson(
    SendKey key,
    String id,
    SendState state,
    Reason reason,
    WaitingFor waitingFor,
    long version,
    int epoch,
    String client,
    String relay,
    String batch,
    String messageId,
    String digest,
    long size,
    Instant createdAt,
    Instant updatedAt,
    Instant sendAt,
    Instant expiresAt,
    Instant erasedAt,
    List<Recipient> recipients,
    List<Merged> merged,
    List<Attempt> attempts,
    List<Evidence> evidence,
    String delivery,
    Map<String, String> metadata,
    Send.Reference reference,
    boolean allowDuplicateContent,
    Links links) {

  /** See {@link Send.Recipient}. */
  record Recipient(
      String address,
      RecipientField field,
      RecipientOutcome outcome,
      Reply reply,
      int attempt,
      Decision decision,
      boolean doubt) {
    static Recipient of(Send.Recipient r) {
      return new Recipient(
          r.address(), r.field(), r.outcome(), r.reply(), r.attempt(), r.decision(), r.doubt());
    }
  }

  /** See {@link Send.Merged}. */
  record Merged(String address, RecipientField field, String into) {
    static Merged of(Send.Merged m) {
      return new Merged(m.address(), m.field(), m.into());
    }
  }

  /** See {@link Send.Attempt}; tokens stay inside. */
  record Attempt(
      int number,
      AttemptPhase phase,
      Instant openedAt,
      Instant endOfDataAt,
      String outcome,
      String cause,
      Reply reply,
      String queueId,
      String node,
      boolean retired) {
    static Attempt of(Send.Attempt a) {
      return new Attempt(
          a.number(),
          a.phase(),
          a.openedAt(),
          a.endOfDataAt(),
          a.outcome(),
          a.cause(),
          a.reply(),
          a.queueId(),
          a.node(),
          a.retired());
    }
  }

  /** See {@link Send.EvidenceEntry}. */
  record Evidence(
      String source, String finding, Instant at, String detail, int attempt, boolean contradicts) {
    static Evidence of(Send.EvidenceEntry e) {
      return new Evidence(
          e.source(), e.finding(), e.at(), e.detail(), e.attempt(), e.contradicts());
    }
  }

  /** One line of the timeline; see {@link Send.TimelineEntry}. */
  record Step(
      long version,
      Instant at,
      SendState state,
      String cause,
      String actor,
      String note,
      int attempt,
      String detail) {
    static Step of(Send.TimelineEntry t) {
      return new Step(
          t.version(), t.at(), t.state(), t.cause(), t.actor(), t.note(), t.attempt(), t.detail());
    }
  }

  /** Where to go from here. */
  record Links(String self, String timeline, String message, String temporal) {}

  static SendJson of(Send send, WaitingFor waitingFor, Links links) {
    return new SendJson(
        send.key(),
        send.id(),
        send.state(),
        send.reason(),
        waitingFor,
        send.version(),
        send.epoch(),
        send.client(),
        send.relay(),
        send.batch(),
        send.messageId(),
        send.digest(),
        send.size(),
        send.createdAt(),
        send.updatedAt(),
        send.sendAt(),
        send.expiresAt(),
        send.erasedAt(),
        send.recipients().stream().map(Recipient::of).toList(),
        send.merged().stream().map(Merged::of).toList(),
        send.attempts().stream().map(Attempt::of).toList(),
        send.evidence().stream().map(Evidence::of).toList(),
        delivery(send),
        send.metadata(),
        send.reference(),
        send.duplicateAllowed(),
        links);
  }

  /** What became of it after acceptance, by the gravest report so far; changes no state. */
  private static String delivery(Send send) {
    return Finding.gravest(
            send.evidence().stream()
                .flatMap(entry -> Finding.ofWire(entry.finding()).stream())
                .filter(finding -> finding != Finding.ACCEPTED)
                .toList())
        .map(Finding::wire)
        .orElse(null);
  }
}
