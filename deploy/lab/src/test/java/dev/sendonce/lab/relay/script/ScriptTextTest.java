package dev.sendonce.lab.relay.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTextTest {
  static Stream<Script> catalogue() {
    return Catalogue.scripts().stream();
  }

  @ParameterizedTest
  @MethodSource("catalogue")
  void readsBackWhatItWrote(Script script) {
    assertThat(ScriptText.parse(script.name(), script.about(), ScriptText.format(script)))
        .isEqualTo(script);
  }

  @Test
  void readsEveryKindOfStep() {
    Script script =
        ScriptText.parse(
            "all",
            "",
            "offer: SIZE 10, DSN; rcpt2: 450 4.2.1 busy; body@7: wait 2s, rst;"
                + " dot: keep, drip 5ms 3 \"250 o;k\\r\\n\\x00\\\"\", cut;"
                + " quit: first 2 (stall) then (221 bye, fin); data: every 3 (say \"4\") else (354 go)");
    assertThat(script.offers()).contains(List.of("SIZE 10", "DSN"));
    assertThat(script.stepsAt(Point.rcpt(2))).contains(List.of(Step.reply("450 4.2.1 busy")));
    assertThat(script.stepsAt(Point.body(7)))
        .contains(List.of(Step.pause(Duration.ofSeconds(2)), Step.rst()));
    assertThat(script.stepsAt(Point.at(Point.Place.DOT)))
        .contains(
            List.of(
                Step.keep(),
                new Step.Drip("250 o;k\r\n\0\"", 3, Duration.ofMillis(5)),
                Step.cut()));
    assertThat(script.stepsAt(Point.at(Point.Place.QUIT)))
        .contains(
            List.of(
                Step.first(2, List.of(Step.stall()), List.of(Step.reply("221 bye"), Step.fin()))));
    assertThat(script.stepsAt(Point.at(Point.Place.DATA)))
        .contains(List.of(Step.every(3, List.of(Step.say("4")), List.of(Step.reply("354 go")))));
    assertThat(ScriptText.parse("all", "", ScriptText.format(script))).isEqualTo(script);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dot",
        "dott: keep",
        "dot: keeep",
        "dot: wait 3",
        "dot: say 250",
        "dot: say \"250",
        "dot: say \"\\q\"",
        "dot: first x (keep) then (fin)",
        "dot: first 1 (keep) (fin)",
        "dot: every 0 (keep) else (fin)",
        "dot: keep fin",
        "dot: keep; dot: fin",
        "mail3: 250 ok"
      })
  void saysWhatItCannotRead(String text) {
    assertThatThrownBy(() -> ScriptText.parse("bad", "", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).+");
  }

  @Test
  void namesAreUniqueAndFitForAddresses() {
    assertThat(Catalogue.scripts()).extracting(Script::name).doesNotHaveDuplicates();
    assertThat(Catalogue.scripts()).allSatisfy(s -> assertThat(s.about()).endsWith("."));
    assertThatThrownBy(() -> Script.named("Not@aName", ""))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
