package dev.sendonce.ledger;

import dev.sendonce.send.Send;
import java.util.List;
import java.util.stream.IntStream;

/** The answer to {@code openAttempt}. Only {@link Claimed} allows network use. */
public sealed interface Claim {
  /** The attempt is mine; recipients are read from this post-image and from nowhere else. */
  record Claimed(Send send) implements Claim {
    /** Indexes of the recipients that this attempt carries, and no others. */
    public List<Integer> sendable() {
      return IntStream.range(0, send.recipients().size())
          .filter(i -> send.recipients().get(i).outcome().isSendable())
          .boxed()
          .toList();
    }
  }

  /** Somebody else holds or finished it, or it may not go; the row tells. */
  record NotClaimed(Send send) implements Claim {}

  /** No such send. */
  record NotFound() implements Claim {}

  /** Neither the write nor the re-read was answered. The claim may exist; it must not be used. */
  record Unknown(String cause) implements Claim {}
}
