package dev.sendonce.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
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
        Office.ID, row -> row.paused(new Schedule.Pause("holidays", "ann", office.now.get())));
    office.now.set(Instant.parse("2026-12-04T12:00:00Z"));

    note();

    assertThat(office.row().firings()).isEmpty();
    assertThat(office.row().watchedUntil()).isAfter(Instant.parse("2026-12-04T11:00:00Z"));
  }

  @Test
  void aCopyOfTheDatabasePausesThemAll() {
    office.with("30 2 * * *", Overlap.ALLOW);
    Schedule.Pause pause = new Schedule.Pause("a copy", "sendonce adopt", office.now.get());

    assertThat(office.schedules.pauseAll(pause)).isEqualTo(1);
    assertThat(office.schedules.pauseAll(pause)).isZero();

    assertThat(office.row().pause()).isEqualTo(pause);
    assertThat(office.row().applied()).isFalse();
  }

  private void note() {
    new MissedFirings(office.schedules, office.ledgers.ledger(), office.clock).note(office.row());
  }
}
