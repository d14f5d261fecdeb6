package dev.sendonce.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.activity.ScheduledFiring;
import dev.sendonce.intake.Submitter;
import dev.sendonce.send.SendKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScheduledLettersTest {
  private static final String FIRST = "2026-12-02T01:30:00Z";
  private static final String FIRST_KEY = "daily-report/2026-12-02T02:30";

  private final Office office = new Office();

  @AfterEach
  void close() {
    office.close();
  }

  @Test
  void makesASendUnderScheduleAndNominalTime() {
    office.with("30 2 * * *", Overlap.FORBID);

    ScheduledFiring firing = office.fire(FIRST);

    assertThat(firing)
        .isEqualTo(new ScheduledFiring(FIRST_KEY, "2026-12-02T02:30", "accepted", null));
    assertThat(office.accepted).containsExactly(new SendKey(FIRST_KEY));
    assertThat(office.send(FIRST_KEY).client()).isEqualTo("reports");
    assertThat(office.row().firings()).extracting(Firing::key).containsExactly(FIRST_KEY);
  }

  @Test
  void sendsNothingNewWhenItFiresAgain() {
    office.with("30 2 * * *", Overlap.ALLOW);
    office.fire(FIRST);

    assertThat(office.fire(FIRST).outcome()).isEqualTo("replayed");

    assertThat(office.accepted).hasSize(1);
    assertThat(office.row().firings())
        .extracting(Firing::outcome)
        .containsExactly(FiringOutcome.ACCEPTED);
  }

  /**
   * The twin: a key of its own for each firing, as a cron job without a nominal time would have.
   */
  @Test
  void sendsTwiceWithAKeyPerFiring() {
    office.with("30 2 * * *", Overlap.ALLOW);
    ScheduledLetters careless =
        office.letters((schedule, nominal) -> new SendKey(schedule.id() + "/" + UUID.randomUUID()));

    office.fire(careless, FIRST);
    office.fire(careless, FIRST);

    assertThat(office.accepted).hasSize(2);
  }

  @Test
  void makesOneSendOfManyNodesThatFireAtOnce() {
    office.with("30 2 * * *", Overlap.FORBID);
    office.now.set(Instant.parse(FIRST).plusSeconds(1));

    List<CompletableFuture<ScheduledFiring>> firings =
        Stream.generate(() -> office.letters(Schedule::key))
            .limit(6)
            .map(node -> CompletableFuture.supplyAsync(() -> office.fire(node, FIRST)))
            .toList();
    firings.forEach(CompletableFuture::join);

    assertThat(office.accepted).containsExactly(new SendKey(FIRST_KEY));
  }

  @Test
  void makesOneSendPerLocalDayOverBothChangesOfTheClock() {
    office.with("30 2 * * *", Overlap.ALLOW);

    Stream.of(
            "2027-03-27T01:30:00Z",
            "2027-03-28T01:30:00Z",
            "2027-03-29T00:30:00Z",
            "2027-10-30T00:30:00Z",
            "2027-10-31T00:30:00Z",
            "2027-10-31T01:30:00Z",
            "2027-11-01T01:30:00Z")
        .forEach(office::fire);

    assertThat(office.accepted)
        .extracting(SendKey::value)
        .containsExactly(
            "daily-report/2027-03-27T02:30",
            "daily-report/2027-03-28T02:30",
            "daily-report/2027-03-29T02:30",
            "daily-report/2027-10-30T02:30",
            "daily-report/2027-10-31T02:30",
            "daily-report/2027-11-01T02:30");
  }

  @Test
  void fillsTheNominalTimeIntoTheLetter() throws Exception {
    office.with("30 2 * * *", Overlap.FORBID);
    office.fire(FIRST);

    String id = office.send(FIRST_KEY).id();
    String message =
        new String(
            office.ledgers.messages().load(id).orElseThrow().open().readAllBytes(),
            StandardCharsets.UTF_8);
    assertThat(message).contains("Subject: Report of 2026-12-02").contains("Figures of 02:30");
  }

  @Test
  void holdsBackWhatIsPaused() {
    office.with("30 2 * * *", Overlap.FORBID);
    Instant at = office.now.get();
    office.schedules.update(
        Office.ID, row -> row.paused(new Pauses.Pause("wrong figures", "ann", at)));

    assertThat(office.fire(FIRST))
        .isEqualTo(new ScheduledFiring(FIRST_KEY, "2026-12-02T02:30", "paused", "wrong figures"));
    assertThat(office.accepted).isEmpty();
  }

  @Test
  void holdsBackWhatNoWorkerTookWithinTheCatchUpWindow() {
    office.with("30 2 * * *", Overlap.FORBID);
    Instant due = Instant.parse(FIRST);
    office.now.set(due.plus(Duration.ofMinutes(11)));

    ScheduledFiring late = office.letters.fire(Office.ID, due, due.plusSeconds(1));
    ScheduledFiring backfilled = office.letters.fire(Office.ID, due, office.now.get());

    assertThat(late.outcome()).isEqualTo("missed");
    assertThat(backfilled.outcome()).isEqualTo("accepted");
  }

  @Test
  void actsWithTheGrantsThatItsApiKeyHasNow() {
    office.with("30 2 * * *", Overlap.ALLOW);

    office.grants.set(Optional.empty());
    assertThat(office.fire(FIRST).outcome()).isEqualTo("refused");
    office.grants.set(Optional.of(Office.allowing("reports", "billing:")));
    assertThat(office.fire(FIRST).outcome()).isEqualTo("refused");
    office.grants.set(
        Optional.of(
            new Submitter("reports", Optional.empty(), List.of("@elsewhere.example"), List.of())));
    assertThat(office.fire(FIRST).detail()).contains("template.from");
    assertThat(office.accepted).isEmpty();

    office.grants.set(Optional.of(Office.allowing("reports", "daily-report/")));
    assertThat(office.fire(FIRST).outcome()).isEqualTo("accepted");
  }

  @Test
  void showsAFiringThatTheRuleDoesNotExplain() {
    office.with("30 2 * * *", Overlap.FORBID);

    assertThat(office.fire("2026-12-02T19:12:07Z").outcome()).isEqualTo("stray");

    assertThat(office.accepted).isEmpty();
    assertThat(office.row().firings())
        .extracting(Firing::outcome)
        .containsExactly(FiringOutcome.STRAY);
  }

  @Test
  void ringsForNothingWhenTheScheduleIsGone() {
    assertThat(office.fire(FIRST).outcome()).isEqualTo("refused");
    office.with("30 2 * * *", Overlap.FORBID);
    office.schedules.update(Office.ID, row -> row.in(Schedule.State.REMOVING));
    assertThat(office.fire(FIRST).outcome()).isEqualTo("refused");
    assertThat(office.accepted).isEmpty();
  }
}
