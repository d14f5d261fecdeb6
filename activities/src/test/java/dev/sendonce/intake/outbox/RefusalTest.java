package dev.sendonce.intake.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sendonce.intake.Acceptance;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RefusalTest {
  private static final List<Acceptance> REFUSALS =
      List.of(
          new Acceptance.Invalid(List.of()),
          new Acceptance.KeyReused(List.of("subject")),
          new Acceptance.KeyTaken(),
          new Acceptance.DuplicateContent("other"),
          new Acceptance.TooLarge("The content is too large."),
          new Acceptance.Unreadable("The body is no object."));

  private static final List<Acceptance> OTHERS =
      List.of(
          new Acceptance.Accepted(null),
          new Acceptance.Replayed(null),
          new Acceptance.InProgress());

  @Test
  void eachRefusalHasItsOwnReason() {
    assertThat(REFUSALS.stream().map(Refusal::of)).doesNotHaveDuplicates();
    assertThat(Refusal.of(new Acceptance.Unreadable("The body is no object.")))
        .isEqualTo("request: The body is no object.");
  }

  @Test
  void whatRefusesNothingHasNone() {
    for (Acceptance other : OTHERS) {
      assertThat(catchThrowable(() -> Refusal.of(other)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void everyAnswerIsOneOrTheOther() {
    Set<Class<?>> seen = REFUSALS.stream().map(Acceptance::getClass).collect(Collectors.toSet());
    OTHERS.forEach(a -> seen.add(a.getClass()));

    assertThat(seen).containsAll(Arrays.asList(Acceptance.class.getPermittedSubclasses()));
  }
}
