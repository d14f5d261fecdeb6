package dev.sendonce.schedule;

import dev.sendonce.intake.Acceptance;
import dev.sendonce.intake.FieldError;
import dev.sendonce.intake.Submitter;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.schedule.ScheduledLetters.Acceptor;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Letters that a person orders. The same order again has to fill in the same time; that stands in
 * the row as long as the letter may be under way, and afterwards its send tells it. Thread-safe.
 */
final class LetterOutOfTurn {
  /** A send is made within this time after its letter was filled, at the latest. */
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final Ledger ledger;
  private final Acceptor acceptor;
  private final OverlapCheck overlap;
  private final FiringLog log;
  private final Clock clock;

  LetterOutOfTurn(
      Ledger ledger, Acceptor acceptor, OverlapCheck overlap, FiringLog log, Clock clock) {
    this.ledger = ledger;
    this.acceptor = acceptor;
    this.overlap = overlap;
    this.log = log;
    this.clock = clock;
  }

  Acceptance order(Schedule schedule, Submitter submitter, SendKey key) {
    Optional<Send> earlier = ledger.find(key);
    if (earlier.isPresent() && schedule.firing(key).isPresent()) {
      return new Acceptance.Replayed(earlier.get());
    }
    if (earlier.isEmpty() && schedule.isToCome(key, clock.instant())) {
      return new Acceptance.Invalid(
          List.of(
              new FieldError(
                  "Idempotency-Key",
                  "is the key of a regular letter that is still to come; choose another one")));
    }
    Acceptance answer = accept(schedule, submitter, key, earlier);
    if (answer instanceof Acceptance.Accepted) {
      log.record(schedule, log.firing(null, key, FiringOutcome.TRIGGERED, null));
    } else if (answer instanceof Acceptance.Replayed) {
      log.record(schedule, log.firing(null, key, FiringOutcome.REPLAYED, null));
    } else if (!(answer instanceof Acceptance.InProgress)) {
      overlap.forget(schedule, key);
    }
    return answer;
  }

  private Acceptance accept(
      Schedule schedule, Submitter submitter, SendKey key, Optional<Send> earlier) {
    if (earlier.isPresent()) {
      Instant made = earlier.get().createdAt();
      for (Instant time : List.of(made, made.minus(MINUTE))) {
        Acceptance answer = accept(schedule, submitter, key, time);
        if (!(answer instanceof Acceptance.KeyReused)) {
          return answer;
        }
      }
    }
    return accept(schedule, submitter, key, overlap.remember(schedule, key));
  }

  private Acceptance accept(Schedule schedule, Submitter submitter, SendKey key, Instant time) {
    LocalDateTime local = LocalDateTime.ofInstant(time, schedule.terms().zone());
    return acceptor.accept(submitter, key, LetterTemplate.of(schedule).filled(local));
  }
}
