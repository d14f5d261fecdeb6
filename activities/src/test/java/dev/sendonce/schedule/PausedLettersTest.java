package dev.sendonce.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.activity.ScheduledFiring;
import dev.sendonce.schedule.Schedule.State;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pauses and removals that come while a firing is being dealt with, or before it is. */
class PausedLettersTest {
  private static final String FIRST = "2026-12-02T01:30:00Z";

  private final Office office = new Office();

  @AfterEach
  void close() {
    office.close();
  }

  @ParameterizedTest
  @EnumSource(Overlap.class)
  void aPauseStopsAFiringThatHasReadTheRow(Overlap overlap) {
    office.with("30 2 * * *", overlap);

    ScheduledFiring firing = fireAfter(row -> row.paused(pause(FIRST)));

    assertThat(firing.outcome()).isEqualTo("paused");
    assertThat(office.accepted).isEmpty();
    assertThat(office.row().underWay()).isEmpty();
  }

  /** An earlier try has put the key into the row. */
  @Test
  void aPauseStopsAFiringThatIsTriedAgain() {
    office.with("30 2 * * *", Overlap.FORBID);
    Schedule.UnderWay tried =
        new Schedule.UnderWay("daily-report/2026-12-02T02:30", Instant.parse(FIRST));
    office.schedules.update(Office.ID, row -> row.withUnderWay(List.of(tried)));

    assertThat(fireAfter(row -> row.paused(pause(FIRST))).outcome()).isEqualTo("paused");
    assertThat(office.accepted).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Overlap.class)
  void aRemovalStopsAFiringThatHasReadTheRow(Overlap overlap) {
    office.with("30 2 * * *", overlap);

    ScheduledFiring firing = fireAfter(row -> row.in(State.REMOVING));

    assertThat(firing.outcome()).isEqualTo("refused");
    assertThat(office.accepted).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Overlap.class)
  void aFiringThatFindsTheRowGoneMakesNoLetter(Overlap overlap) {
    office.with("30 2 * * *", overlap);

    ScheduledLetters slow =
        office.lettersWithGrants(
            () -> {
              office.schedules.update(Office.ID, row -> row.in(State.REMOVING));
              office.schedules.delete(Office.ID);
            });

    assertThat(office.fire(slow, FIRST).outcome()).isEqualTo("refused");
    assertThat(office.accepted).isEmpty();
  }

  @Test
  void whatFellIntoAPauseIsNotMadeUpForWhenThePauseIsOver() {
    office.with("30 2 * * *", Overlap.ALLOW);
    office.schedules.update(Office.ID, row -> row.paused(pause("2026-12-02T01:29:00Z")));
    office.schedules.update(Office.ID, row -> row.unpaused(Instant.parse("2026-12-02T01:31:00Z")));
    office.now.set(Instant.parse("2026-12-02T01:35:00Z"));

    assertThat(office.fire(FIRST).outcome()).isEqualTo("paused");
    assertThat(office.fire("2026-12-03T01:30:00Z").outcome()).isEqualTo("accepted");
  }

  @Test
  void aBackfillReachesIntoAPauseThatIsOver() {
    office.with("30 2 * * *", Overlap.ALLOW);
    office.schedules.update(Office.ID, row -> row.paused(pause("2026-12-02T01:29:00Z")));
    assertThat(office.backfill(FIRST).outcome()).isEqualTo("paused");
    office.schedules.update(Office.ID, row -> row.unpaused(Instant.parse("2026-12-02T01:31:00Z")));

    assertThat(office.backfill(FIRST).outcome()).isEqualTo("accepted");
  }

  @Test
  void aPauseWithAnotherReasonGoesOn() {
    Pauses twice = Pauses.NONE.begun(pause(FIRST)).begun(pause("2026-12-03T01:30:00Z"));

    Pauses over = twice.ended(Instant.parse("2026-12-04T01:30:00Z"));

    assertThat(over.cover(Instant.parse("2026-12-02T12:00:00Z"))).isTrue();
    assertThat(over.cover(Instant.parse("2026-12-03T12:00:00Z"))).isTrue();
    assertThat(over.cover(Instant.parse("2026-12-04T01:30:00Z"))).isFalse();
    assertThat(over.since(Instant.parse("2026-12-03T12:00:00Z")).past()).hasSize(1);
  }

  /** Grants are looked up after the row was read and before the letter is accepted. */
  private ScheduledFiring fireAfter(UnaryOperator<Schedule> change) {
    return office.fire(
        office.lettersWithGrants(() -> office.schedules.update(Office.ID, change)), FIRST);
  }

  private static Pauses.Pause pause(String at) {
    return new Pauses.Pause("wrong figures", "ann", Instant.parse(at));
  }
}
