package dev.sendonce.intake;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.TestLedger;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;

/** An intake on an embedded MongoDB, with a clock that tests move. */
final class TestIntake implements AutoCloseable {
  final MovableClock clock = new MovableClock(Instant.parse("2030-01-05T12:00:00Z"));
  final TestLedger ledgers = TestLedger.inMemory(clock);
  final IntakeSettings settings;
  final Intake intake;

  TestIntake(Path temporary) {
    this(temporary, Limits.DEFAULT);
  }

  TestIntake(Path temporary, Limits limits) {
    this.settings = settings(temporary, limits);
    this.intake = node();
  }

  static IntakeSettings settings(Path temporary, Limits limits) {
    return new IntakeSettings(
        Map.of("default", Duration.ofHours(24), "backup", Duration.ofHours(1)),
        "default",
        limits,
        Duration.ofMinutes(10),
        SamePersonRules.NONE,
        temporary);
  }

  /** Another node on the same database. */
  Intake node() {
    return node(new ContentGuard(ledgers.database(), ledger(), clock));
  }

  Intake node(ReferenceNumbers numbers) {
    return node(new ContentGuard(ledgers.database(), ledger(), clock), numbers);
  }

  Intake node(ContentGuard guard) {
    return node(guard, ReferenceNumbers.NONE);
  }

  private Intake node(ContentGuard guard, ReferenceNumbers numbers) {
    return new Intake(
        settings,
        ledger(),
        ledgers.messages(),
        guard,
        numbers,
        clock,
        () -> UUID.randomUUID().toString());
  }

  Ledger ledger() {
    return ledgers.ledger();
  }

  Acceptance post(String key, Requests request) {
    return post(Requests.ANYBODY, key, request.toString());
  }

  Acceptance post(Submitter submitter, String key, String json) {
    try {
      return intake.accept(submitter, new SendKey(key), Requests.stream(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Send accepted(String key, Requests request) {
    return ((Acceptance.Accepted) post(key, request)).send();
  }

  String message(Send send) {
    try {
      return new String(
          ledgers.messages().load(send.id()).orElseThrow().open().readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long count(String collection) {
    return ledgers.database().getCollection(collection).countDocuments();
  }

  @Override
  public void close() {
    ledgers.close();
  }

  /** Stands still until it is moved. */
  static final class MovableClock extends Clock {
    private volatile Instant now;

    MovableClock(Instant now) {
      this.now = now;
    }

    void move(Duration by) {
      now = now.plus(by);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
