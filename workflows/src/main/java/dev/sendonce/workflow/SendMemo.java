package dev.sendonce.workflow;

import io.temporal.workflow.Workflow;
import java.util.Map;

/**
 * What a run keeps beside its argument: the id of the send that it was started for, because a key
 * outlives a ledger that is restored from a backup. A server hands it to no later run by itself.
 */
public final class SendMemo {
  /** The entry that holds the id. */
  public static final String ID = "send";

  private SendMemo() {}

  /** For the first run of a send. */
  public static Map<String, Object> of(String id) {
    return Map.of(ID, id);
  }

  /** For the run that goes on where the current one ends; empty when that has none. */
  static Map<String, Object> carriedOver() {
    Object id = Workflow.getMemo(ID, String.class);
    return id == null ? Map.of() : Map.of(ID, id);
  }
}
