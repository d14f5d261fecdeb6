package dev.sendonce.schedule;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MissedFiringsTest {
  private static final String FIRST = "2026-12-02T01:30:00Z";
  private static final String FIRST_KEY = "daily-report/2026-12-02T02:30";
  private static final String SECOND_KEY = "daily-report/2026-12-03T02:30";

  private final Office office = new Office();

  @AfterEach
  void close() {
    office.close();
  }

  @Test
  void notesWhatTemporalDidNotFire() {
    office.with("30 2 * * *", Overlap.ALLOW);
    office.fire(FIRST);
    office.now.set(Instant.parse("2026-12-04T12:00:00Z"));

    note();
    note();

    assertThat(office.row().firings())
        .extracting(f -> f.key() + " " + f.outcome())
        .containsExactly(
            FIRST_KEY + " ACCEPTED",
            SECOND_KEY + " MISSED",
            "daily-report/2026-12-04T02:30 MISSED");
  }

  @Test
  void missesNothingWhileItIsPaused() {
    office.with("30 2 * * *", Overlap.ALLOW);
    office.schedules.update(
        Office.ID, row -> row.paused(new Pauses.Pause("holidays", "ann", office.now.get())));
    office.now.set(Instant.parse("2026-12-04T12:00:00Z"));

    note();

    assertThat(office.row().firings()).isEmpty();
    assertThat(office.row().watchedUntil()).isAfter(Instant.parse("2026-12-04T11:00:00Z"));
  }

  @Test
  void writesNothingWhileNothingIsMissed() {
    office.with("30 2 * * *", Overlap.ALLOW);
    office.fire(FIRST);
    Schedule before = office.row();
    office.now.set(Instant.parse("2026-12-01T12:50:00Z"));

    note();
    assertThat(office.row()).isEqualTo(before);

    office.now.set(Instant.parse("2026-12-02T12:00:00Z"));
    note();
    assertThat(office.row().watchedUntil()).isAfter(before.watchedUntil());
    assertThat(office.row().updatedAt()).isEqualTo(before.updatedAt());
    assertThat(office.row().firings()).isEqualTo(before.firings());
  }

  /** Of 71 firings that were skipped, 50 are kept; the others are not missed for that. */
  @Test
  void doesNotCallMissedWhatTheRowMayHaveForgotten() {
    office.with("* * * * *", Overlap.FORBID);
    Instant first = Instant.parse("2026-12-01T12:01:00Z");
    IntStream.range(0, 72).forEach(i -> office.fire(first.plusSeconds(60L * i).toString()));
    office.now.set(first.plus(Duration.ofMinutes(75)));
    Schedule before = office.row();

    note();

    assertThat(before.firings()).hasSize(50);
    assertThat(office.row()).isEqualTo(before);
  }

  /** What was noted late takes the place of nothing that happened in the meantime. */
  @Test
  void putsMissedFiringsWhereTheyBelong() {
    office.with("* * * * *", Overlap.FORBID);
    office.fire("2026-12-01T13:20:00Z");
    office.fire("2026-12-01T13:30:00Z");

    note();

    assertThat(office.row().firings()).hasSize(50).isSortedAccordingTo(comparing(Firing::at));
    assertThat(office.row().firings().get(49).scheduledFor()).hasToString("2026-12-01T14:30");
    assertThat(office.row().firings().get(0).outcome()).isEqualTo(FiringOutcome.MISSED);
  }

  @Test
  void missesWhatWasDueBeforeAPauseAndNothingInIt() {
    office.with("30 2 * * *", Overlap.ALLOW);
    office.now.set(Instant.parse("2026-12-03T00:00:00Z"));
    Pauses.Pause pause = new Pauses.Pause("holidays", "ann", office.now.get());
    office.schedules.update(Office.ID, row -> row.paused(pause));
    office.now.set(Instant.parse("2026-12-04T00:00:00Z"));
    office.schedules.update(Office.ID, row -> row.unpaused(office.now.get()));
    office.now.set(Instant.parse("2026-12-04T12:00:00Z"));

    note();

    assertThat(office.row().firings())
        .extracting(Firing::key)
        .containsExactly(FIRST_KEY, "daily-report/2026-12-04T02:30");
  }

  @Test
  void aCopyOfTheDatabasePausesThemAll() {
    office.with("30 2 * * *", Overlap.ALLOW);
    Pauses.Pause pause = new Pauses.Pause("a copy", "sendonce adopt", office.now.get());

    assertThat(office.schedules.pauseAll(pause)).isEqualTo(1);
    assertThat(office.schedules.pauseAll(pause)).isZero();

    assertThat(office.row().pause()).isEqualTo(pause);
    assertThat(office.row().applied()).isFalse();
  }

  private void note() {
    new MissedFirings(office.schedules, office.ledgers.ledger(), office.clock).note(office.row());
  }
}
