package dev.sendonce.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sendonce.activity.ScheduledFiring;
import dev.sendonce.intake.Submitter;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverlapTest {
  private static final String FIRST = "2026-12-02T01:30:00Z";
  private static final String FIRST_KEY = "daily-report/2026-12-02T02:30";
  private static final String SECOND = "2026-12-03T01:30:00Z";
  private static final String SECOND_KEY = "daily-report/2026-12-03T02:30";

  private final Office office = new Office();

  @AfterEach
  void close() {
    office.close();
  }

  @Test
  void forbiddenOverlapSkipsUntilTheEarlierLetterIsFinished() {
    office.with("30 2 * * *", Overlap.FORBID);
    office.fire(FIRST);

    ScheduledFiring second = office.fire(SECOND);
    office.ledgers.ledger().cancel(new SendKey(FIRST_KEY), "ann", null);
    ScheduledFiring third = office.fire("2026-12-04T01:30:00Z");

    assertThat(second.outcome()).isEqualTo("skipped");
    assertThat(second.detail()).contains(FIRST_KEY);
    assertThat(third.outcome()).isEqualTo("accepted");
    assertThat(office.accepted).hasSize(2);
  }

  @Test
  void replacingOverlapCancelsTheEarlierLetter() {
    office.with("30 2 * * *", Overlap.REPLACE);
    office.fire(FIRST);

    assertThat(office.fire(SECOND).outcome()).isEqualTo("accepted");

    assertThat(office.send(FIRST_KEY).state().wire()).isEqualTo("not_sent");
    assertThat(office.woken).containsExactly(new SendKey(FIRST_KEY));
    assertThat(office.send(SECOND_KEY).state().wire()).isEqualTo("prepared");
  }

  @Test
  void aLetterThatCannotGoReplacesNothing() {
    office.with("30 2 * * *", Overlap.REPLACE);
    office.fire(FIRST);
    office.grants.set(
        Optional.of(
            new Submitter("reports", Optional.empty(), List.of("@elsewhere.example"), List.of())));

    assertThat(office.fire(SECOND).outcome()).isEqualTo("refused");
    assertThat(office.send(FIRST_KEY).state().wire()).isEqualTo("prepared");

    office.grants.set(Optional.of(Office.allowing("reports", null)));
    assertThat(office.fire("2026-12-04T01:30:00Z").outcome()).isEqualTo("accepted");
    assertThat(office.send(FIRST_KEY).state().wire()).isEqualTo("not_sent");
  }

  /** The node died after the new letter was accepted. */
  @Test
  void replacesWhenTheFiringIsRepeated() {
    office.with("30 2 * * *", Overlap.REPLACE);
    office.fire(FIRST);
    ScheduledLetters dying =
        office.letters(
            (submitter, key, request) -> {
              office.acceptor().accept(submitter, key, request);
              throw new IllegalStateException("killed");
            });

    assertThatIllegalStateException().isThrownBy(() -> office.fire(dying, SECOND));
    assertThat(office.send(FIRST_KEY).state().wire()).isEqualTo("prepared");

    assertThat(office.fire(SECOND).outcome()).isEqualTo("replayed");
    assertThat(office.send(FIRST_KEY).state().wire()).isEqualTo("not_sent");
  }

  @Test
  void backfilledLettersGoOneAfterAnother() {
    office.with("30 2 * * *", Overlap.FORBID);
    office.now.set(Instant.parse("2026-12-09T12:00:00Z"));
    office.backfill(FIRST);

    assertThatIllegalStateException()
        .isThrownBy(() -> office.backfill(SECOND))
        .withMessageContaining(FIRST_KEY);
    office.now.set(office.now.get().plus(Duration.ofDays(1)));
    office.ledgers.ledger().cancel(new SendKey(FIRST_KEY), "ann", null);

    assertThat(office.backfill(SECOND).outcome()).isEqualTo("accepted");
    assertThat(office.backfill(FIRST).outcome()).isEqualTo("replayed");
    assertThat(office.row().firings()).noneMatch(f -> f.outcome() == FiringOutcome.SKIPPED);
  }

  @Test
  void replacingOverlapLeavesALetterAloneThatMayHaveBeenHandedOver() {
    office.with("30 2 * * *", Overlap.REPLACE);
    office.fire(FIRST);
    office.latch(FIRST_KEY);

    assertThat(office.fire(SECOND).outcome()).isEqualTo("accepted");

    assertThat(office.send(FIRST_KEY).state().wire()).isEqualTo("smtp_inflight");
    assertThat(office.send(FIRST_KEY).timeline()).noneMatch(e -> e.cause().contains("cancel"));
  }

  @Test
  void allowedOverlapSendsBoth() {
    office.with("30 2 * * *", Overlap.ALLOW);
    office.fire(FIRST);

    assertThat(office.fire(SECOND).outcome()).isEqualTo("accepted");
    assertThat(office.send(FIRST_KEY).state().wire()).isEqualTo("prepared");
  }

  @Test
  void ofTwoForbiddenFiringsAtOnceOneIsSkipped() {
    office.with("* * * * *", Overlap.FORBID);
    office.now.set(Instant.parse(FIRST).plusSeconds(90));

    List<CompletableFuture<String>> firings =
        Stream.of(FIRST, "2026-12-02T01:31:00Z")
            .map(due -> CompletableFuture.supplyAsync(() -> persistently(due)))
            .toList();

    assertThat(firings.stream().map(CompletableFuture::join).toList())
        .containsExactlyInAnyOrder("accepted", "skipped");
  }

  /** As Temporal does: again until it answers. */
  private String persistently(String due) {
    while (true) {
      try {
        return office.fire(office.letters(Schedule::key), due).outcome();
      } catch (IllegalStateException again) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aFiringThatWasEndedHalfwayDoesNotForbidForEver() {
    office.with("30 2 * * *", Overlap.FORBID);
    Instant before = Instant.parse(SECOND).minusSeconds(30);
    office.schedules.update(
        Office.ID, row -> row.withUnderWay(List.of(new Schedule.UnderWay(FIRST_KEY, before))));

    assertThatIllegalStateException().isThrownBy(() -> office.fire(SECOND));
    office.now.set(office.now.get().plus(Duration.ofMinutes(3)));

    assertThat(office.fire(SECOND).outcome()).isEqualTo("accepted");
  }
}
