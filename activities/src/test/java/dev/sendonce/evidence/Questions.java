package dev.sendonce.evidence;

import dev.sendonce.send.EmailAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Questions about an invented send, for tests of evidence sources. */
public final class Questions {
  public static final String SEND_ID = "k3fa9c0d7be24t5x";
  public static final String MESSAGE_ID = "<" + SEND_ID + "@example.org>";
  public static final Instant OPENED = Instant.parse("2026-03-04T10:00:00Z");

  private Questions() {}

  /** Attempt 1, two recipients, the only attempt that reached end of data. */
  public static Question first(Optional<String> baseline) {
    return of(1, true, baseline);
  }

  /** Attempt 2 after another one that may have reached end of data, too. */
  public static Question second(Optional<String> baseline) {
    return of(2, false, baseline);
  }

  public static Question of(int attempt, boolean only, Optional<String> baseline) {
    return of(attempt, only, baseline, OPENED);
  }

  public static Question of(
      int attempt, boolean only, Optional<String> baseline, Instant openedAt) {
    return new Question(
        "key-1",
        SEND_ID,
        attempt,
        MESSAGE_ID,
        new EmailAddress("app", "example.org"),
        List.of(
            new Question.Latched(0, new EmailAddress("ann", "example.net")),
            new Question.Latched(2, new EmailAddress("bob", "example.net"))),
        only,
        openedAt,
        openedAt.plusSeconds(2),
        Optional.empty(),
        "",
        baseline);
  }
}
