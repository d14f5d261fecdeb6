package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.script.Point;
import dev.sendonce.lab.relay.script.Point.Place;
import dev.sendonce.lab.relay.script.Script;
import dev.sendonce.lab.relay.script.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The server's side of one SMTP conversation (RFC 5321, 4.1). Used by one thread. */
final class Dialogue {
  private static final Step BAD_SEQUENCE = Step.reply("503 5.5.1 Bad sequence of commands");

  private final RelayParts relay;
  private final String session;
  private final Wire wire;
  private final Player player;
  private final Script whole;
  private final List<String> transcript = new ArrayList<>();
  private boolean greeted;
  private Transaction transaction;

  /** In charge until the next MAIL: the one that a recipient chose, else the connection's. */
  private Script script;

  Dialogue(RelayParts relay, String session, Wire wire, Script whole) {
    this.relay = relay;
    this.session = session;
    this.wire = wire;
    this.player = new Player(wire, relay.lifetime(), relay.options().stallLimit());
    this.whole = whole;
    this.script = whole;
  }

  /** The verbs so far, each with the code of its answer. */
  List<String> transcript() {
    return List.copyOf(transcript);
  }

  /** Runs until QUIT; any other end is an exception. */
  void run() throws IOException {
    for (Point p : whole.points(Place.READ)) {
      wire.whenRead(p.number(), () -> player.play(scripted(p)));
    }
    for (Point p : whole.points(Place.WRITTEN)) {
      wire.whenWritten(p.number(), () -> player.play(scripted(p)));
    }
    player.play(scripted(Point.at(Place.CONNECT)));
    if (relay.options().security() == RelayOptions.Security.TLS) {
      startTls();
    }
    answer("CONNECT", Place.GREETING, Step.reply("220 fault.test ESMTP"));
    boolean goesOn = true;
    while (goesOn) {
      awaitCommand();
      goesOn = handle(Command.parse(wire.readLine()));
    }
  }

  private boolean handle(Command command) throws IOException {
    String verb = command.verb();
    switch (verb) {
      case "EHLO", "HELO" -> {
        transaction = null;
        greeted = true;
        answer(verb, Place.EHLO, verb.equals("EHLO") ? offers() : Step.reply("250 fault.test"));
      }
      case "STARTTLS" -> {
        if (answer(verb, Place.STARTTLS, startTlsReply()) == 220) {
          startTls();
          greeted = false;
          transaction = null;
        }
      }
      case "AUTH" -> auth(command);
      case "MAIL" -> mail(command);
      case "RCPT" -> rcpt(command);
      case "DATA" -> data();
      case "RSET" -> {
        transaction = null;
        answer(verb, Place.RSET, Step.reply("250 2.0.0 Ok"));
      }
      case "NOOP" -> answer(verb, Place.NOOP, Step.reply("250 2.0.0 Ok"));
      case "VRFY" -> say(verb, Step.reply("252 2.5.2 Cannot verify"));
      case "QUIT" -> {
        answer(verb, Place.QUIT, Step.reply("221 2.0.0 Bye"));
        return false;
      }
      default -> say(verb, Step.reply("500 5.5.2 Command not known"));
    }
    return true;
  }

  private void auth(Command command) throws IOException {
    Optional<List<Step>> own = script.stepsAt(Point.at(Place.AUTH));
    if (own.isPresent()) {
      answer("AUTH", Place.AUTH);
    } else {
      String reply = new Authentication(wire, relay.options().login()).run(command.argument());
      say("AUTH", Step.reply(reply));
    }
  }

  private void mail(Command command) throws IOException {
    Optional<String> from = command.address();
    script = whole;
    if (!greeted || transaction != null) {
      say("MAIL", BAD_SEQUENCE);
    } else if (from.isEmpty()) {
      say("MAIL", Step.reply("501 5.5.4 MAIL FROM:<address> expected"));
    } else if (announcedSize(command) > relay.options().sizeLimit()) {
      say("MAIL", Step.reply("552 5.3.4 Message too big"));
    } else if (answer("MAIL", Place.MAIL, Step.reply("250 2.1.0 Ok")) / 100 == 2) {
      transaction = new Transaction(from.get());
    }
  }

  private void rcpt(Command command) throws IOException {
    Optional<String> address = command.address().filter(a -> a.indexOf('@') > 0);
    if (transaction == null) {
      say("RCPT", BAD_SEQUENCE);
      return;
    }
    if (address.isEmpty()) {
      say("RCPT", Step.reply("501 5.1.3 RCPT TO:<address> expected"));
      return;
    }
    String to = address.get();
    Optional<Script> named = Optional.empty();
    if (ScriptBook.choosesScript(to)) {
      named = relay.scripts().chosenBy(to);
      if (named.isEmpty()) {
        say("RCPT", Step.reply("550 5.1.1 No script of that name; GET /scripts lists them"));
        transaction.asked(to, 550, named);
        return;
      }
    }
    Script asked = named.orElse(whole);
    int n = transaction.nextRcpt();
    List<Step> usual = List.of(Step.reply("250 2.1.5 Ok"));
    List<Step> steps = asked.stepsAtRcpt(n).orElse(usual);
    String letter = transaction.from() + " " + to;
    int code = say("RCPT", relay.scripts().decide(asked, Point.at(Place.RCPT), letter, steps));
    transaction.asked(to, code, named);
  }

  private void data() throws IOException {
    if (transaction == null) {
      say("DATA", BAD_SEQUENCE);
      return;
    }
    if (transaction.taken().isEmpty()) {
      say("DATA", Step.reply("554 5.5.1 No valid recipients"));
      return;
    }
    script = transaction.chosen().orElse(whole);
    if (answer("DATA", Place.DATA, Step.reply("354 End data with <CR><LF>.<CR><LF>")) == 354) {
      try {
        new EndOfData(relay, session, wire, player).receive(transaction, script);
      } finally {
        note("DOT");
        transaction = null;
      }
    }
  }

  private void awaitCommand() throws IOException {
    Duration waited = Duration.ZERO;
    for (Point idle : script.points(Place.IDLE)) {
      Duration more = Duration.ofMillis(idle.number()).minus(waited);
      if (wire.awaitInput(more)) {
        return;
      }
      waited = waited.plus(more);
      player.play(scripted(idle));
    }
    if (!wire.awaitInput(relay.options().idleLimit())) {
      say("IDLE", Step.reply("421 4.4.2 Idle for too long"));
      throw new HangUpException(HangUpException.By.RELAY);
    }
  }

  private Step startTlsReply() {
    boolean possible =
        relay.options().security() == RelayOptions.Security.STARTTLS && !wire.isTls();
    return Step.reply(possible ? "220 2.0.0 Go ahead" : "502 5.5.1 No STARTTLS here");
  }

  private void startTls() throws IOException {
    SelfSignedCertificate certificate =
        relay
            .options()
            .certificate()
            .orElseThrow(() -> new HangUpException(HangUpException.By.RELAY));
    wire.startTls(certificate.context());
  }

  private Step offers() {
    List<String> usual = new ArrayList<>();
    usual.add("SIZE " + relay.options().sizeLimit());
    usual.addAll(List.of("8BITMIME", "SMTPUTF8", "DSN", "ENHANCEDSTATUSCODES"));
    usual.add(Authentication.MECHANISMS);
    if (relay.options().security() == RelayOptions.Security.STARTTLS && !wire.isTls()) {
      usual.add("STARTTLS");
    }
    List<String> lines = new ArrayList<>(List.of("fault.test"));
    lines.addAll(whole.offers().orElse(usual));
    StringBuilder reply = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      reply.append(i < lines.size() - 1 ? "250-" : "250 ").append(lines.get(i)).append("\r\n");
    }
    return Step.say(reply.toString());
  }

  private static long announcedSize(Command command) {
    return command
        .parameter("SIZE")
        .filter(s -> s.matches("\\d{1,18}"))
        .map(Long::valueOf)
        .orElse(0L);
  }

  /** Answers as the script in charge says at this place, else with the usual steps. */
  private int answer(String verb, Place place, Step... usual) throws IOException {
    Point point = Point.at(place);
    List<Step> steps = script.stepsAt(point).orElse(List.of(usual));
    return say(verb, relay.scripts().decide(script, point, "", steps));
  }

  private List<Step> scripted(Point point) {
    return relay.scripts().decide(script, point, "", script.stepsAt(point).orElse(List.of()));
  }

  private int say(String verb, Step step) throws IOException {
    return say(verb, List.of(step));
  }

  private int say(String verb, List<Step> steps) throws IOException {
    wire.beginReply();
    try {
      player.play(steps);
    } finally {
      note(verb);
    }
    return wire.reply().code().orElse(0);
  }

  private void note(String verb) {
    OptionalInt code = wire.reply().code();
    transcript.add(code.isPresent() ? verb + " " + code.getAsInt() : verb + " -");
  }
}
