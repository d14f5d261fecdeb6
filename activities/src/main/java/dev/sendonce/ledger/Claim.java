package dev.sendonce.ledger;

import dev.sendonce.send.Send;

/** The answer to {@code openAttempt}. Only {@link Claimed} allows network use. */
public sealed interface Claim {
  /** The attempt is mine; recipients are read from this post-image and from nowhere else. */
  record Claimed(Send send) implements Claim {}

  /** Somebody else holds or finished it, or it may not go; the row tells. */
  record NotClaimed(Send send) implements Claim {}

  /** No such send. */
  record NotFound() implements Claim {}

  /** Neither the write nor the re-read was answered. The claim may exist; it must not be used. */
  record Unknown(String cause) implements Claim {}
}
