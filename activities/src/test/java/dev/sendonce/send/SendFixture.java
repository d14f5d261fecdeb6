package dev.sendonce.send;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rows for tests that need no ledger: a send with as many transitions as one likes. */
public final class SendFixture {
  private static final Instant START = Instant.parse("2026-03-01T08:00:00Z");

  private SendFixture() {}

  /** A send in this state whose timeline has {@code version} entries. */
  public static Send send(String key, long version, SendState state) {
    List<Send.TimelineEntry> timeline = new ArrayList<>();
    for (long v = 1; v <= version; v++) {
      SendState then = v == version ? state : SendState.PREPARED;
      timeline.add(
          new Send.TimelineEntry(v, START.plusSeconds(v), then, "step " + v, "test", null, 0, ""));
    }
    return new Send(
        new SendKey(key),
        "id-" + key,
        state,
        state == SendState.NOT_SENT ? Reason.REJECTED : null,
        version,
        0,
        null,
        null,
        null,
        "client",
        "default",
        null,
        new EmailAddress("from", "sender.test"),
        "<id-" + key + "@sender.test>",
        "sha256:00",
        100,
        false,
        START,
        START.plusSeconds(version),
        START,
        START.plusSeconds(86_400),
        null,
        null,
        0,
        null,
        List.of(recipient(state)),
        List.of(),
        List.of(),
        timeline,
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        null,
        false);
  }

  private static Send.Recipient recipient(SendState state) {
    RecipientOutcome outcome =
        switch (state) {
          case PREPARED, SMTP_INFLIGHT -> RecipientOutcome.PENDING;
          case SMTP_ACCEPTED, SENT -> RecipientOutcome.ACCEPTED;
          case CONFIRMING, UNCONFIRMED -> RecipientOutcome.UNCERTAIN;
          case NOT_SENT -> RecipientOutcome.REFUSED;
        };
    return new Send.Recipient(
        "to@recipient.test", RecipientField.TO, outcome, null, 0, null, false, false);
  }
}
