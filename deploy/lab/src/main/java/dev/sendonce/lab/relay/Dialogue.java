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

/**
 * The server's side of one SMTP conversation (RFC 5321, 4.1). In charge of it is, until the next
 * MAIL, the script that a recipient chose, else the connection's. Used by one thread.
 */
final class Dialogue {
  private static final String BAD_SEQUENCE = "503 5.5.1 Bad sequence of commands";

  private final RelayParts relay;
  private final Wire wire;
  private final Script whole;
  private final Answers answers;
  private final EndOfData endOfData;
  private boolean greeted;
  private Transaction transaction;

  Dialogue(RelayParts relay, String session, Wire wire, Script whole) {
    Player player = new Player(wire, relay.lifetime(), relay.options().stallLimit());
    this.relay = relay;
    this.wire = wire;
    this.whole = whole;
    this.answers = new Answers(relay.scripts(), wire, player, whole);
    this.endOfData = new EndOfData(relay, session, wire, player);
  }

  /** The verbs so far, each with the code of its answer. */
  List<String> transcript() {
    return answers.transcript();
  }

  /** Runs until QUIT; any other end is an exception. */
  void run() throws IOException {
    for (Point p : whole.points(Place.READ)) {
      wire.whenRead(p.number(), () -> answers.interlude(p));
    }
    for (Point p : whole.points(Place.WRITTEN)) {
      wire.whenWritten(p.number(), () -> answers.interlude(p));
    }
    answers.interlude(Point.at(Place.CONNECT));
    if (relay.options().security() == RelayOptions.Security.TLS) {
      startTls();
    }
    answers.at(Place.GREETING, "CONNECT", "220 fault.test ESMTP");
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
        Step usual = verb.equals("EHLO") ? offers() : Step.reply("250 fault.test");
        answers.at(Place.EHLO, verb, usual);
      }
      case "STARTTLS" -> {
        String usual = tlsPossible() ? "220 2.0.0 Go ahead" : "502 5.5.1 No STARTTLS here";
        if (answers.at(Place.STARTTLS, verb, usual) == 220) {
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
        answers.at(Place.RSET, verb, "250 2.0.0 Ok");
      }
      case "NOOP" -> answers.at(Place.NOOP, verb, "250 2.0.0 Ok");
      case "VRFY" -> answers.line(verb, "252 2.5.2 Cannot verify");
      case "QUIT" -> {
        answers.at(Place.QUIT, verb, "221 2.0.0 Bye");
        return false;
      }
      default -> answers.line("?", "500 5.5.2 Command not known");
    }
    return true;
  }

  private void auth(Command command) throws IOException {
    if (answers.inCharge().stepsAt(Point.at(Place.AUTH)).isPresent()) {
      answers.at(Place.AUTH, "AUTH", "");
    } else {
      Authentication exchange = new Authentication(wire, relay.options().login());
      answers.line("AUTH", exchange.run(command.argument()));
    }
  }

  private void mail(Command command) throws IOException {
    Optional<String> from = command.address();
    answers.putInCharge(whole);
    if (!greeted || transaction != null) {
      answers.line("MAIL", BAD_SEQUENCE);
    } else if (from.isEmpty()) {
      answers.line("MAIL", "501 5.5.4 MAIL FROM:<address> expected");
    } else if (announcedSize(command) > relay.options().sizeLimit()) {
      answers.line("MAIL", "552 5.3.4 Message too big");
    } else if (answers.at(Place.MAIL, "MAIL", "250 2.1.0 Ok") / 100 == 2) {
      transaction = new Transaction(from.get());
    }
  }

  private void rcpt(Command command) throws IOException {
    Optional<String> address = command.address().filter(a -> a.indexOf('@') > 0);
    if (transaction == null) {
      answers.line("RCPT", BAD_SEQUENCE);
    } else if (address.isEmpty()) {
      answers.line("RCPT", "501 5.1.3 RCPT TO:<address> expected");
    } else if (!ScriptBook.choosesScript(address.get())) {
      rcpt(address.get(), whole, Optional.empty());
    } else {
      Optional<Script> named = relay.scripts().chosenBy(address.get());
      if (named.isPresent()) {
        rcpt(address.get(), named.get(), named);
      } else {
        String help = "550 5.1.1 No script of that name; GET /scripts lists them";
        transaction.asked(address.get(), answers.line("RCPT", help), named);
      }
    }
  }

  private void rcpt(String to, Script script, Optional<Script> named) throws IOException {
    List<Step> steps =
        script.stepsAtRcpt(transaction.nextRcpt()).orElse(List.of(Step.reply("250 2.1.5 Ok")));
    String letter = transaction.from() + " " + to;
    int code = answers.steps(script, Point.at(Place.RCPT), "RCPT", letter, steps);
    transaction.asked(to, code, named);
  }

  private void data() throws IOException {
    if (transaction == null) {
      answers.line("DATA", BAD_SEQUENCE);
      return;
    }
    if (transaction.taken().isEmpty()) {
      answers.line("DATA", "554 5.5.1 No valid recipients");
      return;
    }
    answers.putInCharge(transaction.chosen().orElse(whole));
    if (answers.at(Place.DATA, "DATA", "354 End data with <CR><LF>.<CR><LF>") == 354) {
      try {
        endOfData.receive(transaction, answers.inCharge());
      } finally {
        answers.note("DOT");
        transaction = null;
      }
    }
  }

  private void awaitCommand() throws IOException {
    Duration waited = Duration.ZERO;
    for (Point idle : answers.inCharge().points(Place.IDLE)) {
      Duration more = Duration.ofMillis(idle.number()).minus(waited);
      if (wire.awaitInput(more)) {
        return;
      }
      waited = waited.plus(more);
      answers.interlude(idle);
    }
    if (!wire.awaitInput(relay.options().idleLimit())) {
      answers.line("IDLE", "421 4.4.2 Idle for too long");
      throw new HangUpException(HangUpException.By.RELAY);
    }
  }

  private boolean tlsPossible() {
    return relay.options().security() == RelayOptions.Security.STARTTLS && !wire.isTls();
  }

  private void startTls() throws IOException {
    Optional<SelfSignedCertificate> certificate = relay.options().certificate();
    if (certificate.isEmpty()) {
      throw new HangUpException(HangUpException.By.RELAY);
    }
    wire.startTls(certificate.get().context());
  }

  private Step offers() {
    List<String> usual = new ArrayList<>();
    usual.add("SIZE " + relay.options().sizeLimit());
    usual.addAll(List.of("8BITMIME", "SMTPUTF8", "DSN", "ENHANCEDSTATUSCODES"));
    usual.add(Authentication.MECHANISMS);
    if (tlsPossible()) {
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
}
