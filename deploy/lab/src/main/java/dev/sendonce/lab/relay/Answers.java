package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.script.Point;
import dev.sendonce.lab.relay.script.Point.Place;
import dev.sendonce.lab.relay.script.Script;
import dev.sendonce.lab.relay.script.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Gives the answers of a session, as the script in charge wants them, and remembers the codes. */
final class Answers {
  private final ScriptBook scripts;
  private final Wire wire;
  private final Player player;
  private final List<String> transcript = new ArrayList<>();
  private Script inCharge;

  Answers(ScriptBook scripts, Wire wire, Player player, Script inCharge) {
    this.scripts = scripts;
    this.wire = wire;
    this.player = player;
    this.inCharge = inCharge;
  }

  Script inCharge() {
    return inCharge;
  }

  void putInCharge(Script script) {
    this.inCharge = script;
  }

  /** The verbs so far, each with the code of its answer or a hyphen. */
  List<String> transcript() {
    return List.copyOf(transcript);
  }

  /** Answers as the script in charge says at this place, else with the usual line. */
  int at(Place place, String verb, String usual) throws IOException {
    return at(place, verb, Step.reply(usual));
  }

  /** Answers as the script in charge says at this place, else with the usual step. */
  int at(Place place, String verb, Step usual) throws IOException {
    Point point = Point.at(place);
    return steps(inCharge, point, verb, "", inCharge.stepsAt(point).orElse(List.of(usual)));
  }

  /** Answers with steps of some script; {@code letter} is what they may be counted by. */
  int steps(Script script, Point point, String verb, String letter, List<Step> steps)
      throws IOException {
    return play(verb, scripts.decide(script, point, letter, steps));
  }

  /** Answers with a line that no script can change. */
  int line(String verb, String line) throws IOException {
    return play(verb, List.of(Step.reply(line)));
  }

  /** What the script in charge does at a point where no answer is due. */
  void interlude(Point point) throws IOException {
    List<Step> steps = inCharge.stepsAt(point).orElse(List.of());
    player.play(scripts.decide(inCharge, point, "", steps));
  }

  /** Enters what was said since the last command under a verb. */
  void note(String verb) {
    OptionalInt code = wire.reply().code();
    transcript.add(code.isPresent() ? verb + " " + code.getAsInt() : verb + " -");
  }

  private int play(String verb, List<Step> due) throws IOException {
    wire.beginReply();
    try {
      player.play(due);
    } finally {
      note(verb);
    }
    return wire.reply().code().orElse(0);
  }
}
