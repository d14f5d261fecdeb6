package dev.sendonce.ledger;

/** The answer to {@code markEndOfData}. Anything but {@link Latched} means: abort the socket. */
public sealed interface Latch {
  /** A hit, or a majority re-read that shows my token and end_of_data. */
  record Latched() implements Latch {}

  /** Not mine any more, or not known to be mine. */
  record NotLatched(String cause) implements Latch {}
}
