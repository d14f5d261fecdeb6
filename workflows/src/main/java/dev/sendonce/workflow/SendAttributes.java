package dev.sendonce.workflow;

import dev.sendonce.send.SendState;
import dev.sendonce.send.SendView;
import io.temporal.common.SearchAttributeKey;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.common.SearchAttributes;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The search attributes of a send: what an operator filters by. They are stored in plain text by
 * Temporal, so they never hold an address or a subject. They must be registered before a workflow
 * uses them, or its tasks fail until they are.
 */
public final class SendAttributes {
  /** {@link SendState#wire()}. */
  public static final SearchAttributeKey<String> STATE = SearchAttributeKey.forKeyword("SendState");

  /** {@link SendView#cause()}, or {@code relay} while the relay's breaker holds the send. */
  public static final SearchAttributeKey<String> REASON =
      SearchAttributeKey.forKeyword("SendReason");

  /** The client that asked for it. */
  public static final SearchAttributeKey<String> CLIENT =
      SearchAttributeKey.forKeyword("SendClient");

  /** The batch it belongs to, if any. */
  public static final SearchAttributeKey<String> BATCH = SearchAttributeKey.forKeyword("SendBatch");

  /** Since when nobody knows whether the relay has it; unset when that is known. */
  public static final SearchAttributeKey<OffsetDateTime> STUCK_SINCE =
      SearchAttributeKey.forOffsetDateTime("SendStuckSince");

  private SendAttributes() {}

  /** What a send that was just accepted starts with, so that most sends need a single update. */
  public static SearchAttributes initial(String client, String batch) {
    SearchAttributes.Builder attributes =
        SearchAttributes.newBuilder().set(STATE, SendState.PREPARED.wire());
    if (client != null) {
      attributes.set(CLIENT, client);
    }
    if (batch != null) {
      attributes.set(BATCH, batch);
    }
    return attributes.build();
  }

  /** What has to be written so that {@code current} tells the truth about the send; often empty. */
  static List<SearchAttributeUpdate<?>> changes(
      SearchAttributes current, SendView view, boolean heldByRelay) {
    List<SearchAttributeUpdate<?>> changes = new ArrayList<>();
    change(changes, current, STATE, view.state().wire());
    boolean held = heldByRelay && view.state() == SendState.PREPARED;
    change(changes, current, REASON, held ? "relay" : view.cause());
    change(changes, current, CLIENT, view.client());
    change(changes, current, BATCH, view.batch());
    change(changes, current, STUCK_SINCE, stuckSince(view));
    return changes;
  }

  private static OffsetDateTime stuckSince(SendView view) {
    if (view.state() != SendState.CONFIRMING && view.state() != SendState.UNCONFIRMED) {
      return null;
    }
    Instant since = view.endOfDataAt() != null ? view.endOfDataAt() : view.since();
    return since.truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }

  private static <T> void change(
      List<SearchAttributeUpdate<?>> changes,
      SearchAttributes current,
      SearchAttributeKey<T> key,
      T wanted) {
    T now = current == null ? null : current.get(key);
    if (wanted == null && now != null) {
      changes.add(key.valueUnset());
    } else if (wanted != null && !wanted.equals(now)) {
      changes.add(key.valueSet(wanted));
    }
  }
}
