package dev.sendonce.smtp;

import dev.sendonce.send.RcptReply;
import java.util.List;

/** Asked before the first byte of the final dot is written. */
@FunctionalInterface
public interface EndOfDataLatch {
  /** True only when it is durably recorded that this attempt is about to write end of data. */
  boolean endOfData(List<RcptReply> rcptReplies);

  /**
   * Told as soon as a complete reply to end of data was read: the critical window, until that is
   * durably recorded, begins. Must not block.
   *
   * @param nanoTime {@link System#nanoTime} at that moment
   */
  default void replyRead(long nanoTime) {}
}
