package dev.sendonce.activity;

import dev.sendonce.send.Send;
import java.util.Optional;

/**
 * What is done between {@code smtp_accepted} and {@code sent}, for instance filing a Sent copy.
 *
 * <p>It never sits between a reply and its record, and its failure never touches the state of the
 * send. It may run again after a crash, so it looks before it writes. Thread-safe.
 */
@FunctionalInterface
public interface SlowWork {
  /** Nothing is to be done. */
  SlowWork NONE = send -> Optional.empty();

  /**
   * Does the work, including its own retries; at most some minutes.
   *
   * @return what was done or why not, for the timeline; empty when there was nothing to do
   */
  Optional<String> afterAcceptance(Send send);
}
