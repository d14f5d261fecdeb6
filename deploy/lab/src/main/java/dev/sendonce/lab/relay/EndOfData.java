package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.journal.Entry;
import dev.sendonce.lab.relay.script.Point;
import dev.sendonce.lab.relay.script.Script;
import dev.sendonce.lab.relay.script.Step;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;

/** Reads one body and deals with its end. */
final class EndOfData {
  private static final int BUFFER = 64 * 1024;

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
    Letter letter = read(transaction, script);
    String id = letter.id();
    List<Step> steps = due(letter, script);
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

  /** Bodies of any size take no memory: they go to a file while they come in. */
  private Letter read(Transaction transaction, Script script) throws IOException {
    Path draft = relay.journal().draft();
    try {
      MessageDigest digest = sha256();
      try (OutputStream body =
          new BufferedOutputStream(
              new DigestOutputStream(Files.newOutputStream(draft), digest), BUFFER)) {
        new BodyReader(wire::read, interruptions(script), body).read();
      }
      String id = relay.ids().next();
      return new Letter(
          id,
          transaction.from(),
          transaction.taken(),
          relay.journal().keepBody(id, draft),
          HexFormat.of().formatHex(digest.digest()));
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
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
        letter.size() > relay.options().sizeLimit()
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
        letter.size(),
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
