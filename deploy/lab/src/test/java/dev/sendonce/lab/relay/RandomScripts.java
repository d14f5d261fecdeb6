package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.script.Point;
import dev.sendonce.lab.relay.script.Point.Place;
import dev.sendonce.lab.relay.script.Script;
import dev.sendonce.lab.relay.script.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random behaviours of a relay that never lies: it says 2yz to the dot only when it keeps the
 * letter, and after a complete 4yz or 5yz it may do what it likes, because nobody could know.
 * Everything else about it can go wrong at any point and byte. The same seed gives the same
 * scripts.
 */
final class RandomScripts {
  private static final Place[] ANSWERED = {
    Place.GREETING, Place.EHLO, Place.STARTTLS, Place.AUTH, Place.MAIL, Place.RCPT, Place.DATA
  };
  private static final String[] CODES = {
    "200", "220", "235", "250", "251", "334", "354", "421", "450", "451", "452", "471", "500",
    "503", "550", "552", "554", "599", "600", "999", "000"
  };
  private static final String[] REFUSALS = {"421", "450", "451", "452", "550", "552", "554"};
  private static final String[] NO_REPLIES = {
    "hello there\r\n", "\r\n", "25\r\n", "250ok\r\n", "2500 ok\r\n", "-250 ok\r\n", "\0\0\0\r\n"
  };
  private static final int LONGEST_CONVERSATION = 400;

  private final Random random;
  private final int bodySize;
  private final int patienceMillis;

  /**
   * @param bodySize of the letter, in bytes
   * @param patienceMillis of the client: pauses are shorter or longer than that
   */
  RandomScripts(Random random, int bodySize, int patienceMillis) {
    this.random = random;
    this.bodySize = bodySize;
    this.patienceMillis = patienceMillis;
  }

  /** One connection's behaviour, with one or two faults. */
  Script next() {
    Script script = Script.named("fuzz", "");
    if (oneIn(4)) {
      script = script.offering(offers());
    }
    script = withFault(script);
    return oneIn(3) ? withFault(script) : script;
  }

  private Script withFault(Script script) {
    int kind = random.nextInt(20);
    if (kind < 8) {
      return script.at(Place.DOT, dot());
    }
    if (kind < 11) {
      return script.at(Point.body(random.nextInt(bodySize + 20)), withinBody());
    }
    if (kind < 15) {
      Place place = ANSWERED[random.nextInt(ANSWERED.length)];
      Point point =
          place == Place.RCPT && oneIn(2) ? Point.rcpt(1 + random.nextInt(3)) : Point.at(place);
      return script.at(point, answer(usual(place)));
    }
    return switch (kind) {
      case 15 -> script.at(Point.written(random.nextInt(LONGEST_CONVERSATION)), interruption());
      case 16 ->
          script.at(Point.read(random.nextInt(LONGEST_CONVERSATION + bodySize)), interruption());
      case 17 -> script.at(Place.CONNECT, interruption());
      case 18 -> script.at(oneIn(2) ? Place.RSET : Place.QUIT, answer("250 ok"));
      default -> script.at(Point.idle(1 + random.nextInt(40)), Step.reply("421 idle"), close());
    };
  }

  private Step[] dot() {
    List<Step> steps = new ArrayList<>();
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> {
        steps.add(Step.keep());
        maybePause(steps);
        steps.addAll(spoken(pick("250", "250", "251", "200") + " 2.0.0 Ok: queued as {id}"));
      }
      case 3, 4, 5 -> {
        if (oneIn(5)) {
          steps.add(Step.keep());
        }
        maybePause(steps);
        steps.addAll(spoken(pick(REFUSALS) + " 4.7.1 Not now"));
      }
      case 6, 7 -> {
        maybeKeep(steps);
        maybePause(steps);
        steps.add(oneIn(3) ? Step.stall() : close());
        maybePause(steps);
        maybeKeep(steps);
      }
      case 8 -> {
        maybeKeep(steps);
        steps.add(Step.say(pick(NO_REPLIES)));
        maybeClose(steps);
      }
      default -> {
        maybeKeep(steps);
        steps.addAll(spoken(pick("354", "334", "100", "600", "999") + " What"));
      }
    }
    return steps.toArray(Step[]::new);
  }

  /** An unasked reply is always the last thing said: no relay goes on reading after it. */
  private Step[] withinBody() {
    return switch (random.nextInt(4)) {
      case 0 -> new Step[] {Step.pause(pauseLength())};
      case 1 -> new Step[] {Step.reply(pick(REFUSALS) + " Enough"), close()};
      default -> interruption();
    };
  }

  private Step[] interruption() {
    return switch (random.nextInt(6)) {
      case 0 -> new Step[] {Step.stall()};
      case 1, 2 -> new Step[] {Step.pause(pauseLength())};
      default -> new Step[] {close()};
    };
  }

  /** An answer to a command before the dot. */
  private Step[] answer(String usual) {
    List<Step> steps = new ArrayList<>();
    maybePause(steps);
    switch (random.nextInt(8)) {
      case 0 -> steps.add(close());
      case 1 -> steps.add(Step.stall());
      case 2, 3 -> steps.add(Step.reply(pick(CODES) + " 5.0.0 Surprise"));
      case 4 -> steps.add(Step.say(pick(NO_REPLIES)));
      case 5 -> steps.add(Step.say(usual + "\r\n" + pick(CODES) + " unasked\r\n"));
      default -> steps.addAll(spoken(usual));
    }
    maybeClose(steps);
    return steps.toArray(Step[]::new);
  }

  /** A reply line, said in one of many ways. */
  private List<Step> spoken(String line) {
    List<Step> steps = new ArrayList<>();
    String reply = line + "\r\n";
    switch (random.nextInt(7)) {
      case 0 -> steps.add(Step.say(line + "\n"));
      case 1 -> steps.add(Step.say(line.substring(0, 3) + "-first\r\n" + reply));
      case 2 ->
          steps.add(
              new Step.Drip(reply, 1 + random.nextInt(12), Duration.ofMillis(random.nextInt(8))));
      case 3 -> {
        int end = random.nextInt(reply.length());
        steps.add(Step.say(reply.substring(0, end)));
        steps.add(oneIn(3) ? Step.stall() : close());
      }
      case 4 -> {
        steps.add(Step.say(line.substring(0, 3) + "-first\r\n"));
        steps.add(oneIn(3) ? Step.stall() : close());
      }
      default -> {
        steps.add(Step.say(reply));
        maybeClose(steps);
      }
    }
    return steps;
  }

  private static String usual(Place place) {
    return switch (place) {
      case GREETING, STARTTLS -> "220 ready";
      case AUTH -> "235 welcome";
      case DATA -> "354 go";
      default -> "250 ok";
    };
  }

  private String[] offers() {
    List<String> offers = new ArrayList<>(List.of("STARTTLS", Authentication.MECHANISMS));
    for (String more : List.of("DSN", "8BITMIME", "SMTPUTF8", "CHUNKING", "PIPELINING")) {
      if (oneIn(2)) {
        offers.add(more);
      }
    }
    if (oneIn(2)) {
      offers.add("SIZE " + pick("", "0", "100", "99999999", "nonsense"));
    }
    return offers.toArray(String[]::new);
  }

  private Step close() {
    return pick3(Step.fin(), Step.cut(), Step.rst());
  }

  private void maybeClose(List<Step> steps) {
    if (oneIn(3)) {
      steps.add(close());
    }
  }

  private void maybeKeep(List<Step> steps) {
    if (oneIn(2)) {
      steps.add(Step.keep());
    }
  }

  private void maybePause(List<Step> steps) {
    if (oneIn(5)) {
      steps.add(Step.pause(pauseLength()));
    }
  }

  private Duration pauseLength() {
    return Duration.ofMillis(oneIn(2) ? random.nextInt(30) : 2L * patienceMillis);
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private String pick(String... from) {
    return from[random.nextInt(from.length)];
  }

  private Step pick3(Step... from) {
    return from[random.nextInt(from.length)];
  }
}
