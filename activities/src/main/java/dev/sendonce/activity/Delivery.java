package dev.sendonce.activity;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.HeldBy;
import dev.sendonce.send.SendView;
import java.time.Instant;

/** What {@code deliver} answers. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "delivery")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Delivery.Recorded.class, name = "recorded"),
  @JsonSubTypes.Type(value = Delivery.NotClaimed.class, name = "not_claimed"),
  @JsonSubTypes.Type(value = Delivery.Held.class, name = "held"),
  @JsonSubTypes.Type(value = Delivery.Unrecorded.class, name = "unrecorded"),
  @JsonSubTypes.Type(value = Delivery.Unclear.class, name = "unclear")
})
public sealed interface Delivery {
  /** The attempt ended and its outcome is in the ledger. */
  record Recorded(SendView view) implements Delivery {}

  /** Somebody else holds or finished this attempt, or nothing may be sent; nothing was done. */
  record NotClaimed(SendView view) implements Delivery {}

  /**
   * Nothing was claimed, and for a while nothing will be.
   *
   * @param by never null; histories that are older than it only know the relay
   */
  record Held(Instant until, String cause, HeldBy by) implements Delivery {
    public Held {
      by = by == null ? HeldBy.RELAY : by;
    }
  }

  /**
   * The ledger could not be reached after the attempt: the second way home. Replies are redacted.
   */
  record Unrecorded(String token, AttemptResult result) implements Delivery {}

  /** The ledger did not answer the claim; no network was used. To be settled. */
  record Unclear(String cause) implements Delivery {}
}
