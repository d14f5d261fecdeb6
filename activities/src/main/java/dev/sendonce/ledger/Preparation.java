package dev.sendonce.ledger;

import dev.sendonce.send.Send;

/** The answer to {@code prepare}. */
public sealed interface Preparation {
  /** The row is mine and majority-committed: the send is accepted. */
  record Prepared(Send send) implements Preparation {}

  /** The key was taken before; this is what it stands for now. */
  record Taken(Send send) implements Preparation {}
}
