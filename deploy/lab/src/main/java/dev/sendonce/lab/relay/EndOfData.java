package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.journal.Entry;
import dev.sendonce.lab.relay.script.Point;
import dev.sendonce.lab.relay.script.Script;
import dev.sendonce.lab.relay.script.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;

/** Reads one body and deals with its end. */
final class EndOfData {
  private final RelayParts relay;
  private final String session;
  private final Wire wire;
  private final Player player;

  EndOfData(RelayParts relay, String session, Wire wire, Player player) {
    this.relay = relay;
    this.session = session;
    this.wire = wire;
    this.player = player;
  }

  /**
   * Reads to the end of data, records that in the journal, and only then keeps, answers or fails as
   * the script says.
   */
  void receive(Transaction transaction, Script script) throws IOException {
    wire.beginReply();
    byte[] body = new BodyReader(wire::read, interruptions(script)).read();
    String id = relay.ids().next();
    Letter letter = new Letter(id, transaction.from(), transaction.taken(), body);
    List<Step> steps = due(letter, script);
    relay.journal().storeBody(id, body);
    relay.journal().append(entry(letter, transaction, script, steps));
    wire.beginReply();
    try {
      player.play(steps, id, () -> keep(letter));
    } finally {
      OptionalInt code = wire.reply().code();
      relay
          .journal()
          .append(
              new Entry.Answered(
                  session, relay.clock().instant(), id, code.isPresent() ? code.getAsInt() : null));
    }
  }

  private BodyReader.Progress interruptions(Script script) {
    Iterator<Point> points = script.points(Point.Place.BODY).iterator();
    return new BodyReader.Progress() {
      private Point next = points.hasNext() ? points.next() : null;

      @Override
      public void beforeByte(long offset) throws IOException {
        while (next != null && next.number() <= offset) {
          Point due = next;
          next = points.hasNext() ? points.next() : null;
          player.play(
              relay.scripts().decide(script, due, "", script.stepsAt(due).orElse(List.of())));
        }
      }
    };
  }

  private List<Step> due(Letter letter, Script script) {
    Point dot = Point.at(Point.Place.DOT);
    List<Step> usual =
        letter.body().length > relay.options().sizeLimit()
            ? List.of(Step.reply("552 5.3.4 Message too big"))
            : List.of(Step.keep(), Step.reply("250 2.0.0 Ok: queued as {id}"));
    String name = letter.header("Message-ID").orElse("") + " " + letter.recipients();
    return relay.scripts().decide(script, dot, name, script.stepsAt(dot).orElse(usual));
  }

  private Entry.Body entry(
      Letter letter, Transaction transaction, Script script, List<Step> steps) {
    return new Entry.Body(
        session,
        relay.clock().instant(),
        letter.id(),
        script.name(),
        letter.from(),
        transaction.asked(),
        letter.body().length,
        letter.sha256(),
        letter.header("Message-ID").orElse(null),
        letter.header("X-Sendonce-Id").orElse(null),
        steps.contains(Step.keep()),
        plannedCode(steps));
  }

  private static Integer plannedCode(List<Step> steps) {
    FirstReply planned = new FirstReply();
    for (Step step : steps) {
      if (step instanceof Step.Close || step instanceof Step.Stall) {
        break;
      }
      String octets =
          step instanceof Step.Say say
              ? say.octets()
              : step instanceof Step.Drip drip ? drip.octets() : "";
      for (byte octet : octets.getBytes(StandardCharsets.ISO_8859_1)) {
        planned.add(octet);
      }
    }
    return planned.code().isPresent() ? planned.code().getAsInt() : null;
  }

  private void keep(Letter letter) throws IOException {
    relay.keeper().keep(letter);
    relay.journal().append(new Entry.Kept(session, relay.clock().instant(), letter.id()));
  }
}
