package dev.sendonce.api.engine;

import dev.sendonce.activity.SendViews;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import java.time.Duration;
import java.time.Instant;

/**
 * Whether a row should have moved by now, had its workflow been alive and awake. A wrong yes costs
 * a question to Temporal, a wrong no some minutes; neither can cost a second letter.
 */
final class Overdue {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LONG_PATIENCE = Duration.ofMinutes(1);

  private final SendViews views;

  Overdue(SendViews views) {
    this.views = views;
  }

  boolean isOverdue(Send send, Instant now) {
    Instant due = due(send);
    return due != null && now.isAfter(due);
  }

  /** An attempt that may be settled without asking anybody. */
  boolean isAbandoned(Send send, Instant now) {
    return send.state() == SendState.SMTP_INFLIGHT && isOverdue(send, now);
  }

  private Instant due(Send send) {
    return switch (send.state()) {
      case PREPARED -> later(send.updatedAt(), later(send.sendAt(), send.retryAt())).plus(PATIENCE);
      case SMTP_INFLIGHT -> plus(views.of(send).deadline(), LONG_PATIENCE);
      case SMTP_ACCEPTED -> send.updatedAt().plus(LONG_PATIENCE);
      case CONFIRMING -> plus(later(views.of(send).nextProbeAt(), send.updatedAt()), LONG_PATIENCE);
      case UNCONFIRMED, SENT, NOT_SENT -> null;
    };
  }

  private static Instant plus(Instant instant, Duration patience) {
    return instant == null ? null : instant.plus(patience);
  }

  private static Instant later(Instant a, Instant b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.isAfter(b) ? a : b;
  }
}
