package dev.sendonce.activity;

import dev.sendonce.smtp.AbortSwitch;
import java.util.OptionalLong;

/**
 * One execution of {@code deliver} on this node, as the threads around it see it. Thread-safe.
 *
 * <p>Aborting before end of data proves non-acceptance; aborting after it would turn an answer that
 * may be on its way into an uncertain outcome. So the two are told apart under one lock, and {@link
 * #abortBeforeEndOfData} never strikes an attempt that has begun to record its latch.
 */
final class LiveAttempt {
  private final AbortSwitch abort = new AbortSwitch();
  private boolean latching;
  private boolean aborted;
  private volatile boolean disowned;
  private volatile OptionalLong replyReadAt = OptionalLong.empty();

  AbortSwitch abortSwitch() {
    return abort;
  }

  /** Called before the latch is recorded; false when the attempt was aborted. */
  synchronized boolean enterEndOfData() {
    if (aborted) {
      return false;
    }
    latching = true;
    return true;
  }

  synchronized boolean reachedEndOfData() {
    return latching;
  }

  /**
   * A complete reply to end of data was read: from now on it can be lost until it is recorded.
   *
   * @param nanoTime monotonic time
   */
  void replyRead(long nanoTime) {
    replyReadAt = OptionalLong.of(nanoTime);
  }

  /** When the reply was read, in monotonic time; empty when there was none. */
  OptionalLong replyReadAt() {
    return replyReadAt;
  }

  /** Closes the connection unless end of data was reached. */
  boolean abortBeforeEndOfData(String why) {
    synchronized (this) {
      if (latching) {
        return false;
      }
      aborted = true;
    }
    abort.pull(why);
    return true;
  }

  /** Closes the connection whatever the phase. */
  void abort(String why) {
    synchronized (this) {
      aborted = true;
    }
    abort.pull(why);
  }

  /** Temporal no longer waits for this execution, so the workflow must be told of its outcome. */
  void disown() {
    disowned = true;
  }

  boolean isDisowned() {
    return disowned;
  }
}
