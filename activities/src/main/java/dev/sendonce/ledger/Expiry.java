package dev.sendonce.ledger;

import dev.sendonce.send.Decision;
import dev.sendonce.send.Send;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

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
            .map(order -> row.timeline().get(Math.toIntExact(order.version() - 1)).at())
            .max(Comparator.naturalOrder())
            .orElse(row.createdAt());
    return sendAt != null && sendAt.isAfter(accepted) ? sendAt : accepted;
  }
}
