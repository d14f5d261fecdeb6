package dev.sendonce.schedule;

import dev.sendonce.activity.ScheduledFiring;
import dev.sendonce.intake.ContentGuard;
import dev.sendonce.intake.Intake;
import dev.sendonce.intake.IntakeSettings;
import dev.sendonce.intake.Limits;
import dev.sendonce.intake.ReferenceNumbers;
import dev.sendonce.intake.Submitter;
import dev.sendonce.ledger.TestLedger;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A schedule, the real intake and ledger, and a clock that stands where the test puts it. */
final class Office implements AutoCloseable {
  static final String ID = "daily-report";
  static final String TEMPLATE =
      "{\"from\":\"reports@example.com\",\"to\":[\"ann@example.org\"],"
          + "\"subject\":\"Report of {{date}}\",\"text\":\"Figures of {{time}}\"}";

  final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-12-01T12:00:00Z"));
  final AtomicReference<Optional<Submitter>> grants =
      new AtomicReference<>(Optional.of(allowing("reports", null)));
  final List<SendKey> accepted = new CopyOnWriteArrayList<>();
  final List<SendKey> woken = new CopyOnWriteArrayList<>();
  final Clock clock = new Standing();
  final TestLedger ledgers = TestLedger.inMemory(clock);
  final Schedules schedules = new Schedules(ledgers.database(), clock);
  final ScheduledLetters letters = letters(Schedule::key);

  static Submitter allowing(String client, String prefix) {
    return new Submitter(client, Optional.ofNullable(prefix), List.of(), List.of());
  }

  /** A node. */
  ScheduledLetters letters(BiFunction<Schedule, LocalDateTime, SendKey> keys) {
    return letters(acceptor(), keys, id -> grants.get());
  }

  /** A node on which something happens between reading the row and accepting the letter. */
  ScheduledLetters lettersWithGrants(Runnable meanwhile) {
    return letters(
        acceptor(),
        Schedule::key,
        id -> {
          meanwhile.run();
          return grants.get();
        });
  }

  /** A node on which acceptance is disturbed. */
  ScheduledLetters letters(ScheduledLetters.Acceptor acceptor) {
    return letters(acceptor, Schedule::key, id -> grants.get());
  }

  ScheduledLetters.Acceptor acceptor() {
    return intake()::accept;
  }

  private ScheduledLetters letters(
      ScheduledLetters.Acceptor acceptor,
      BiFunction<Schedule, LocalDateTime, SendKey> keys,
      Function<String, Optional<Submitter>> granted) {
    return new ScheduledLetters(
        schedules,
        ledgers.ledger(),
        acceptor,
        send -> accepted.add(send.key()),
        woken::add,
        granted,
        keys,
        clock);
  }

  private Intake intake() {
    return new Intake(
        new IntakeSettings(
            Map.of("default", Duration.ofHours(24)),
            "default",
            Limits.DEFAULT,
            Duration.ofMinutes(10),
            SamePersonRules.NONE,
            Path.of(System.getProperty("java.io.tmpdir"))),
        ledgers.ledger(),
        ledgers.messages(),
        new ContentGuard(ledgers.database(), ledgers.ledger(), clock),
        ReferenceNumbers.NONE,
        clock,
        () -> UUID.randomUUID().toString());
  }

  Office with(String cron, Overlap overlap) {
    Schedule created =
        Schedule.create(
            ID,
            new Schedule.Terms(
                "reports",
                "key-1",
                new CronRule(cron),
                ZoneId.of("Europe/Berlin"),
                overlap,
                Duration.ofMinutes(10),
                TEMPLATE),
            now.get());
    schedules.insert(created.in(Schedule.State.ACTIVE).withApplied(true));
    return this;
  }

  /** Temporal fires for this instant, a second later. */
  ScheduledFiring fire(String due) {
    return fire(letters, due);
  }

  ScheduledFiring fire(ScheduledLetters node, String due) {
    Instant started = Instant.parse(due).plusSeconds(1);
    now.set(started.isAfter(now.get()) ? started : now.get());
    return node.fire(ID, Instant.parse(due), now.get());
  }

  /** A person lets Temporal fire for an earlier time; nobody is too late for that. */
  ScheduledFiring backfill(String due) {
    return letters.fire(ID, Instant.parse(due), Instant.parse("2026-12-09T12:00:00Z"));
  }

  Schedule row() {
    return schedules.find(ID).orElseThrow();
  }

  Send send(String key) {
    return ledgers.ledger().find(new SendKey(key)).orElseThrow();
  }

  /** Its letter may have been handed over. */
  void latch(String key) {
    SendKey send = new SendKey(key);
    ledgers.ledger().openAttempt(send, 1, "token", now.get().plusSeconds(600), "node", Map.of());
    ledgers
        .ledger()
        .markEndOfData(
            send,
            1,
            "token",
            List.of(new RcptReply(0, RcptReply.Verdict.TAKEN, Reply.of(250, "2.1.5 Ok"))));
  }

  @Override
  public void close() {
    ledgers.close();
  }

  private final class Standing extends Clock {
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
      return now.get();
    }
  }
}
