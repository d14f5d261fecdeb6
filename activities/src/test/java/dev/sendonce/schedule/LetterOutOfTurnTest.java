package dev.sendonce.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sendonce.intake.Acceptance;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LetterOutOfTurnTest {
  private static final String FIRST = "2026-12-02T01:30:00Z";
  private static final String FIRST_KEY = "daily-report/2026-12-02T02:30";
  private static final String SECOND = "2026-12-03T01:30:00Z";
  private static final SendKey KEY = new SendKey("now-please");

  private final Office office = new Office();

  @AfterEach
  void close() {
    office.close();
  }

  @Test
  void aTriggeredLetterGoesWhateverIsUnderWayAndForbidsTheNext() {
    office.with("30 2 * * *", Overlap.FORBID);
    office.fire(FIRST);
    office.now.set(office.now.get().plus(Duration.ofHours(1)));
    Acceptance first = trigger(KEY);
    office.now.set(office.now.get().plus(Duration.ofHours(1)));
    Acceptance again = trigger(KEY);
    office.ledgers.ledger().cancel(new SendKey(FIRST_KEY), "ann", null);

    assertThat(first).isInstanceOf(Acceptance.Accepted.class);
    assertThat(again).isInstanceOf(Acceptance.Replayed.class);
    assertThat(office.fire(SECOND).detail()).contains("now-please");
  }

  @Test
  void aTriggerRightAfterTheSameLetterIsRefused() {
    office.with("30 2 * * *", Overlap.FORBID);
    office.fire(FIRST);

    assertThat(trigger(new SendKey("now-please")))
        .isEqualTo(new Acceptance.DuplicateContent(FIRST_KEY));
  }

  private Acceptance trigger(SendKey key) {
    return trigger(office.letters, key);
  }

  /** The node dies after acceptance; minutes later the client asks again. */
  @ParameterizedTest
  @EnumSource(Overlap.class)
  void theSameOrderIsAnsweredWithItsLetterAfterACrash(Overlap overlap) {
    office.with("30 2 * * *", overlap);
    ScheduledLetters dying =
        office.letters(
            (submitter, key, request) -> {
              office.acceptor().accept(submitter, key, request);
              throw new IllegalStateException("killed");
            });
    assertThatIllegalStateException().isThrownBy(() -> trigger(dying, KEY));
    office.now.set(office.now.get().plus(Duration.ofMinutes(3)));

    assertThat(trigger(KEY)).isInstanceOf(Acceptance.Replayed.class);
  }

  /** The letter was filled in one minute and accepted in the next. */
  @Test
  void theSameOrderIsAnsweredWithItsLetterWhateverTheMinute() {
    office.with("30 2 * * *", Overlap.ALLOW);
    ScheduledLetters slow =
        office.letters(
            (submitter, key, request) -> {
              office.now.set(office.now.get().plusSeconds(59));
              return office.acceptor().accept(submitter, key, request);
            });
    office.now.set(office.now.get().plusSeconds(30));

    assertThat(trigger(slow, KEY)).isInstanceOf(Acceptance.Accepted.class);
    forgetEverything();

    assertThat(trigger(KEY)).isInstanceOf(Acceptance.Replayed.class);
  }

  @Test
  void anotherLetterUnderTheKeyIsNoRepetition() {
    office.with("30 2 * * *", Overlap.FORBID);
    office
        .acceptor()
        .accept(
            Office.allowing("reports", null),
            KEY,
            LetterTemplate.of(office.row()).filled(LocalDateTime.parse("2020-01-01T00:00")));

    assertThat(trigger(KEY)).isEqualTo(new Acceptance.KeyReused(List.of("subject", "text")));
    assertThat(office.row().underWay()).isEmpty();
  }

  /** So many firings passed that the row knows the order no more. */
  private void forgetEverything() {
    office.now.set(office.now.get().plus(Duration.ofHours(1)));
    IntStream.range(0, Schedule.KEPT_FIRINGS)
        .mapToObj(i -> new Firing(null, "k" + i, office.now.get(), FiringOutcome.SKIPPED, null))
        .forEach(firing -> office.schedules.update(Office.ID, row -> row.with(firing)));
    office.schedules.update(Office.ID, row -> row.withUnderWay(List.of()));
    assertThat(office.row().firing(KEY)).isEmpty();
  }

  private Acceptance trigger(ScheduledLetters node, SendKey key) {
    return node.trigger(office.row(), Office.allowing("reports", null), key);
  }
}
