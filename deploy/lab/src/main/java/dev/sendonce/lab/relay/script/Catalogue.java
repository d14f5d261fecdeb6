package dev.sendonce.lab.relay.script;

import static dev.sendonce.lab.relay.script.Script.named;
import static dev.sendonce.lab.relay.script.Step.drip;
import static dev.sendonce.lab.relay.script.Step.every;
import static dev.sendonce.lab.relay.script.Step.fin;
import static dev.sendonce.lab.relay.script.Step.first;
import static dev.sendonce.lab.relay.script.Step.keep;
import static dev.sendonce.lab.relay.script.Step.pause;
import static dev.sendonce.lab.relay.script.Step.reply;
import static dev.sendonce.lab.relay.script.Step.rst;
import static dev.sendonce.lab.relay.script.Step.say;
import static dev.sendonce.lab.relay.script.Step.stall;

import dev.sendonce.lab.relay.script.Point.Place;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The scripts that every fault relay knows. */
public final class Catalogue {
  private static final Step OK = reply("250 2.0.0 Ok: queued as {id}");
  private static final Step TAKEN = reply("250 2.1.5 Ok");
  private static final Step LATER = reply("451 4.7.1 Please try again later");
  private static final Step CLOSING = reply("421 4.3.2 Service closing transmission channel");
  private static final List<String> PLAIN = List.of("SIZE 52428800", "8BITMIME", "DSN");

  private Catalogue() {}

  /** All of them, with {@link Script#ACCEPT} first. */
  public static List<Script> scripts() {
    return Stream.of(
            List.of(Script.ACCEPT),
            silentAfterTheDot(),
            oddAnswersToTheDot(),
            refusals(),
            beforeTheDot(),
            afterTheAnswer(),
            wholeConnections())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Script> silentAfterTheDot() {
    return List.of(
        named("no-reply-kept", "Keeps the letter and closes the line after the dot, unanswered.")
            .at(Place.DOT, keep(), fin()),
        named("no-reply-lost", "Loses the letter and closes the line after the dot, unanswered.")
            .at(Place.DOT, fin()),
        named("reset-kept", "Keeps the letter and resets the connection after the dot.")
            .at(Place.DOT, keep(), rst()),
        named("reset-lost", "Loses the letter and resets the connection after the dot.")
            .at(Place.DOT, rst()),
        named(
                "late-kept",
                "Closes the line after the dot and keeps the letter three seconds later.")
            .at(Place.DOT, fin(), pause(Duration.ofSeconds(3)), keep()),
        named("stall-dot", "Keeps the letter and never answers the dot.")
            .at(Place.DOT, keep(), stall()),
        named("stall-dot-lost", "Loses the letter and never answers the dot.")
            .at(Place.DOT, stall()));
  }

  private static List<Script> oddAnswersToTheDot() {
    Duration beat = Duration.ofMillis(300);
    return List.of(
        named("slow-250", "Keeps the letter and answers the dot after ten seconds.")
            .at(Place.DOT, keep(), pause(Duration.ofSeconds(10)), OK),
        named("drip", "Keeps the letter and answers the dot one byte at a time.")
            .at(Place.DOT, keep(), drip(beat, "250 2.0.0 Ok: queued as {id}\r\n")),
        named("multi-line-250", "Keeps the letter and answers the dot with two lines.")
            .at(Place.DOT, keep(), say("250-2.0.0 Ok\r\n250 2.0.0 queued as {id}\r\n")),
        named("251-dot", "Keeps the letter and answers the dot with 251.")
            .at(Place.DOT, keep(), reply("251 2.1.5 Will forward")),
        named("bare-250-fin", "Keeps the letter, writes 250 without a line end and closes.")
            .at(Place.DOT, keep(), say("250"), fin()),
        named("bare-lf-250", "Keeps the letter and ends its 250 with a bare line feed.")
            .at(Place.DOT, keep(), say("250 2.0.0 Ok\n")),
        named("truncated-reply", "Keeps the letter, writes the digits 25 and closes.")
            .at(Place.DOT, keep(), say("25"), fin()),
        named("truncated-multi-line", "Keeps the letter, writes a line of a longer 250 and closes.")
            .at(Place.DOT, keep(), say("250-2.0.0 Ok\r\n"), fin()),
        named("garbage-dot", "Keeps the letter and answers the dot with a line that is no reply.")
            .at(Place.DOT, keep(), say("hello there\r\n")),
        named("garbage-then-250", "Keeps the letter; a line that is no reply precedes the 250.")
            .at(Place.DOT, keep(), say("*** proxy note\r\n"), OK),
        named("354-twice", "Keeps the letter and answers the dot with another 354.")
            .at(Place.DOT, keep(), reply("354 Go on")),
        named("999-dot", "Loses the letter and answers the dot with 999.")
            .at(Place.DOT, reply("999 What")));
  }

  private static List<Script> refusals() {
    return List.of(
        named("450-always", "Defers the recipient each time.")
            .at(Place.RCPT, reply("450 4.2.1 Mailbox busy")),
        named("450-twice-then-250", "Defers the recipient twice, then takes the letter.")
            .at(Place.RCPT, first(2, List.of(reply("450 4.2.0 Greylisted")), List.of(TAKEN))),
        named("451-twice-then-250", "Refuses the dot twice with 451, then takes the letter.")
            .at(Place.DOT, first(2, List.of(LATER), List.of(keep(), OK))),
        named("451-dot", "Refuses the dot with 451 each time.").at(Place.DOT, LATER),
        named("421-dot", "Loses the letter, answers the dot with 421 and closes.")
            .at(Place.DOT, CLOSING, fin()),
        named("421-dot-kept", "Keeps the letter, yet answers the dot with 421 and closes.")
            .at(Place.DOT, keep(), CLOSING, fin()),
        named("550-dot", "Refuses the letter for its content, with 550 to the dot.")
            .at(Place.DOT, reply("550 5.7.1 Message refused")),
        named("552-dot", "Refuses the letter for its size, with 552 to the dot.")
            .at(Place.DOT, reply("552 5.2.2 Mailbox full")),
        named("550-dot-reset", "Refuses the letter with 550 to the dot and resets the connection.")
            .at(Place.DOT, reply("550 5.7.1 Message refused"), pause(Duration.ofMillis(50)), rst()),
        named("550-rcpt", "Refuses the recipient.")
            .at(Place.RCPT, reply("550 5.1.1 No such mailbox")));
  }

  private static List<Script> beforeTheDot() {
    Step never = reply("554 5.5.1 No valid recipients");
    return List.of(
        named("452-rcpt", "Says that there are too many recipients.")
            .at(Place.RCPT, reply("452 4.5.3 Too many recipients")),
        named("421-rcpt", "Answers RCPT with 421 and closes.").at(Place.RCPT, CLOSING, fin()),
        named("reset-rcpt", "Resets the connection at RCPT.").at(Place.RCPT, rst()),
        named("stall-rcpt", "Never answers RCPT.").at(Place.RCPT, stall()),
        named("451-data", "Answers DATA with 451.").at(Place.DATA, LATER),
        named("554-data", "Answers DATA with 554.").at(Place.DATA, never),
        named("250-data", "Answers DATA with 250, as if an earlier answer came late.")
            .at(Place.DATA, TAKEN),
        named("421-data", "Answers DATA with 421 and closes.").at(Place.DATA, CLOSING, fin()),
        named("reset-data", "Resets the connection at DATA.").at(Place.DATA, rst()),
        named("stall-data", "Never answers DATA.").at(Place.DATA, stall()),
        named("mid-body-reset", "Resets the connection after 100 bytes of the body.")
            .at(Point.body(100), rst()),
        named("mid-body-fin", "Closes the line after 100 bytes of the body.")
            .at(Point.body(100), fin()),
        named("mid-body-552", "Says 552 and closes after 100 bytes of the body.")
            .at(Point.body(100), reply("552 5.3.4 Too big"), fin()),
        named("mid-body-stall", "Stops reading after 100 bytes of the body.")
            .at(Point.body(100), stall()),
        named("mid-body-pause", "Reads nothing for three seconds within the body, then goes on.")
            .at(Point.body(100), pause(Duration.ofSeconds(3))));
  }

  private static List<Script> afterTheAnswer() {
    Duration moment = Duration.ofMillis(20);
    return List.of(
        named("250-then-reset", "Keeps the letter, answers 250 and resets the connection.")
            .at(Place.DOT, keep(), OK, pause(moment), rst()),
        named("250-then-421", "Keeps the letter, answers 250, then says 421 unasked and closes.")
            .at(Place.DOT, keep(), OK, pause(moment), CLOSING, fin()),
        named("quit-hang", "Takes the letter and never answers QUIT.").at(Place.QUIT, stall()),
        named("quit-reset", "Takes the letter and resets the connection at QUIT.")
            .at(Place.QUIT, rst()),
        named("quit-fin", "Takes the letter and closes at QUIT without a word.")
            .at(Place.QUIT, fin()),
        named("quit-garbage", "Takes the letter and answers QUIT with a line that is no reply.")
            .at(Place.QUIT, say("so long\r\n"), fin()));
  }

  private static List<Script> wholeConnections() {
    Step ready = reply("220 fault.test ESMTP");
    Step go = reply("354 End data with <CR><LF>.<CR><LF>");
    return List.of(
        named("connect-reset", "Resets each connection at once.").at(Place.CONNECT, rst()),
        named("black-hole", "Takes connections and never says a word.").at(Place.CONNECT, stall()),
        named("greeting-421", "Greets with 421 and closes.").at(Place.GREETING, CLOSING, fin()),
        named("greeting-554", "Greets with 554 and closes.")
            .at(Place.GREETING, reply("554 5.3.2 No service here"), fin()),
        named("greeting-slow", "Greets after five seconds.")
            .at(Place.GREETING, pause(Duration.ofSeconds(5)), ready),
        named("ehlo-fin", "Closes at EHLO.").at(Place.EHLO, fin()),
        named("starttls-454", "Offers STARTTLS and answers it with 454.")
            .offering("STARTTLS")
            .at(Place.STARTTLS, reply("454 4.7.0 TLS not available")),
        named("starttls-garbage", "Offers STARTTLS and then speaks no TLS.")
            .offering("STARTTLS")
            .at(Place.STARTTLS, reply("220 2.0.0 Go ahead"), say("no TLS here\r\n"), fin()),
        named("auth-535", "Refuses each login.")
            .at(Place.AUTH, reply("535 5.7.8 Credentials invalid")),
        named("auth-454", "Cannot check logins at present.")
            .at(Place.AUTH, reply("454 4.7.0 Temporary authentication failure")),
        named("auth-fin", "Closes at AUTH.").at(Place.AUTH, fin()),
        named("mail-451", "Answers MAIL with 451.").at(Place.MAIL, LATER),
        named("mail-550", "Answers MAIL with 550.")
            .at(Place.MAIL, reply("550 5.7.1 Sender refused")),
        named("mail-421", "Answers MAIL with 421 and closes.").at(Place.MAIL, CLOSING, fin()),
        named("mail-reset", "Resets the connection at MAIL.").at(Place.MAIL, rst()),
        named("no-extensions", "Offers no extension at all.").offering(),
        named("no-smtputf8", "Offers the usual extensions without SMTPUTF8.")
            .offering(PLAIN.toArray(String[]::new)),
        named("chunking", "Offers CHUNKING and PIPELINING besides the usual extensions.")
            .offering("SIZE 52428800", "8BITMIME", "DSN", "SMTPUTF8", "CHUNKING", "PIPELINING"),
        named("size-1000", "Offers SIZE with a limit of 1000 bytes.").offering("SIZE 1000"),
        named("idle-421", "Says 421 and closes after a second without a command.")
            .at(Point.idle(1000), CLOSING, fin()),
        named("every-7th-450", "Defers each seventh recipient and each eleventh DATA.")
            .at(Place.RCPT, every(7, List.of(reply("450 4.2.1 Mailbox busy")), List.of(TAKEN)))
            .at(Place.DATA, every(11, List.of(LATER), List.of(go))));
  }
}
