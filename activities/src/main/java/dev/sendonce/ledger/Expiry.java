package dev.sendonce.ledger;

import dev.sendonce.send.Decision;
import dev.sendonce.send.Send;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * How long a send may be tried. {@code expireAfter} counts from the later of acceptance and {@code
 * sendAt}, and anew from each resend that a person orders. Pure.
 */
final class Expiry {
  private Expiry() {}

  /** The {@code expireAfter} of a send that expires at all. */
  static Duration allowed(Send row) {
    return Duration.between(begin(row, row.sendAt()), row.expiresAt());
  }

  /** When the time that is running begins, were the send to go at this time (null: at once). */
  static Instant begin(Send row, Instant sendAt) {
    Instant accepted =
        row.orders().stream()
            .filter(order -> order.decision() == Decision.RESEND)
            .flatMap(order -> orderedAt(row, order.version()).stream())
            .max(Comparator.naturalOrder())
            .orElse(row.createdAt());
    return sendAt != null && sendAt.isAfter(accepted) ? sendAt : accepted;
  }

  private static Optional<Instant> orderedAt(Send row, long version) {
    return row.timeline().stream()
        .filter(entry -> entry.version() == version)
        .map(Send.TimelineEntry::at)
        .findFirst();
  }
}
