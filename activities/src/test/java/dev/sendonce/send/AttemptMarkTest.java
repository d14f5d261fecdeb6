package dev.sendonce.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttemptMarkTest {
  private static final AttemptMark MARK = new AttemptMark("k3fa9c0d7be24t5x", 12);

  @Test
  void comesBackFromEnvelopeIdAndReturnPath() {
    assertThat(AttemptMark.ofEnvelopeId(MARK.envelopeId())).contains(MARK);
    assertThat(AttemptMark.ofReturnPath(MARK.returnPath("b.example.org").toString()))
        .contains(MARK);
    assertThat(AttemptMark.ofReturnPath("<B+k3fa9c0d7be24t5x.12@b.example.org>")).contains(MARK);
  }

  @Test
  void toleratesThatALocalPartChangedItsCase() {
    assertThat(new AttemptMark("K3FA9C0D7BE24T5X", 12).isSameAs(MARK.sendId(), 12)).isTrue();
    assertThat(MARK.isSameAs(MARK.sendId(), 11)).isFalse();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "@",
        "b+@x",
        "b+a@x",
        "b+a.@x",
        "b+a.b@x",
        "b+a.1",
        "a.1@x",
        "b+a.1234567890@x"
      })
  void readsNothingElse(String address) {
    assertThat(AttemptMark.ofReturnPath(address)).isEmpty();
  }
}
