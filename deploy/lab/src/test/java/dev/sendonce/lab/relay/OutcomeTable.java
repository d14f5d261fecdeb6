package dev.sendonce.lab.relay;

import dev.sendonce.smtp.RelaySettings.Security;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The 81 situations in which a transport has to know what happened, with the verdict that DESIGN
 * demands for each. The client waits {@link #LIMIT} where waiting in vain is the point of a row,
 * and much longer elsewhere.
 */
final class OutcomeTable {
  static final Duration LIMIT = Duration.ofSeconds(2);

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final int SMALL = 200;

  /** More than the buffers of both sides hold, when the relay's are small. */
  private static final int LARGE = 8_000_000;

  /** What DESIGN 3 calls the outcome; rejected and not accepted are both definite. */
  enum Verdict {
    ACCEPTED,
    REJECTED,
    NOT_ACCEPTED,
    UNCERTAIN
  }

  /** What the relay did with the letter. */
  enum Fate {
    /** End of data was never read. */
    NOT_READ,
    READ_AND_LOST,
    READ_AND_KEPT,
    /** Depends on which packet is faster; every case is consistent with the verdicts. */
    EITHER
  }

  /**
   * A situation.
   *
   * @param script of the relay; see ScriptText
   * @param login whether the client has credentials
   * @param verdicts the permitted ones; several only where packets race
   */
  record Row(
      String name,
      String script,
      Security security,
      boolean login,
      int recipients,
      int filler,
      Set<Verdict> verdicts,
      Fate fate) {

    ClientSettings client() {
      return ClientSettings.plain(
          script.startsWith("greeting: stall") ? LIMIT : PATIENCE,
          filler == LARGE ? LIMIT : PATIENCE,
          LIMIT);
    }

    /** How long the relay may go on after the client has ended. */
    Duration aftermath() {
      return script.contains("stall") ? Duration.ofMillis(200) : Duration.ofSeconds(10);
    }

    Row with(Security other) {
      return new Row(name, script, other, login, recipients, filler, verdicts, fate);
    }

    Row recipients(int number) {
      return new Row(name, script, security, login, number, filler, verdicts, fate);
    }

    Row large() {
      return new Row(name, script, security, login, recipients, LARGE, verdicts, fate);
    }

    Row withLogin() {
      return new Row(name, script, security, true, recipients, filler, verdicts, fate);
    }

    Row orElse(Verdict other) {
      return new Row(
          name,
          script,
          security,
          login,
          recipients,
          filler,
          Set.of(verdicts.iterator().next(), other),
          Fate.EITHER);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private OutcomeTable() {}

  static List<Row> rows() {
    return java.util.stream.Stream.of(
            beforeMail(), envelope(), body(), noReply(), replies(), afterwards(), tls(), chunking())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> beforeMail() {
    return List.of(
        row("control: 250", "", Verdict.ACCEPTED, Fate.READ_AND_KEPT),
        unread("connect refused", "refused"),
        unread("banner stall", "greeting: stall"),
        unread("banner 554 + close", "greeting: 554 no service, fin"),
        unread("banner 421 + close", "greeting: 421 busy, fin"),
        unread("drop at EHLO", "ehlo: fin"),
        unread("STARTTLS 454", "offer: STARTTLS; starttls: 454 no tls").with(Security.STARTTLS),
        unread("STARTTLS not offered, required", "offer: SIZE 99999999").with(Security.STARTTLS),
        unread(
                "STARTTLS 220 then plaintext garbage",
                "offer: STARTTLS; starttls: 220 go, say \"garbage\\r\\n\", fin")
            .with(Security.STARTTLS),
        unread("AUTH 535", "auth: 535 5.7.8 bad").withLogin(),
        unread("AUTH drop", "auth: fin").withLogin(),
        unread("MAIL 451", "mail: 451 later"),
        row("MAIL 550", "mail: 550 never", Verdict.REJECTED, Fate.NOT_READ),
        unread("MAIL drop (RST)", "mail: rst"));
  }

  private static List<Row> envelope() {
    String second = "rcpt2: 550 5.1.1 unknown";
    return List.of(
        row("RCPT 2nd=550, the others go on", second, Verdict.ACCEPTED, Fate.READ_AND_KEPT)
            .recipients(3),
        row("RCPT 2nd=550, dot 250", second, Verdict.ACCEPTED, Fate.READ_AND_KEPT).recipients(2),
        row(
                "RCPT 2nd=550, dot 550",
                second + "; dot: 550 spam",
                Verdict.REJECTED,
                Fate.READ_AND_LOST)
            .recipients(2),
        row(
                "RCPT 2nd=550, drop after dot",
                second + "; dot: keep, fin",
                Verdict.UNCERTAIN,
                Fate.READ_AND_KEPT)
            .recipients(2),
        row("RCPT all 550", "rcpt: 550 5.1.1 unknown", Verdict.REJECTED, Fate.NOT_READ)
            .recipients(2),
        unread("RCPT 421 + close", "rcpt: 421 busy, fin"),
        row(
            "dot 250, success notification wanted",
            "offer: DSN",
            Verdict.ACCEPTED,
            Fate.READ_AND_KEPT),
        unread("DATA 451", "data: 451 later"),
        unread("DATA 421 + close", "data: 421 busy, fin"),
        unread("DATA drop", "data: fin"));
  }

  private static List<Row> body() {
    return List.of(
        unread("mid-body RST", "body@5000: rst").large(),
        unread("mid-body 552 + FIN", "body@5000: 552 too big, fin")
            .large()
            .orElse(Verdict.REJECTED),
        unread("mid-body stall", "body@5000: stall").large(),
        row("mid-body stall, small body", "body@5: stall", Verdict.UNCERTAIN, Fate.NOT_READ),
        row(
            "relay pauses within the body, then reads on; client times out",
            "body@5: wait 5s",
            Verdict.UNCERTAIN,
            Fate.EITHER),
        row("body drop FIN, small body", "body@5: fin", Verdict.UNCERTAIN, Fate.NOT_READ)
            .orElse(Verdict.NOT_ACCEPTED));
  }

  private static List<Row> noReply() {
    return List.of(
        kept("dot: drop FIN, kept", "fin"),
        kept("dot: drop RST, kept", "rst"),
        row("dot: drop FIN, lost", "dot: fin", Verdict.UNCERTAIN, Fate.READ_AND_LOST),
        kept("dot: stall, kept", "stall"),
        kept("dot: slow 250 after the client's time-out", "wait 5s, 250 ok"),
        accepted("dot: 250 before the time-out", "wait 300ms, 250 ok"));
  }

  private static List<Row> replies() {
    return List.of(
        accepted("dot: 250 multi-line", "say \"250-ok\\r\\n250 queued as Q1\\r\\n\""),
        accepted("dot: 251", "251 will forward"),
        accepted("dot: 200", "200 ok"),
        accepted("dot: 250 with bare LF end", "say \"250 ok\\n\""),
        lost("dot: 421 stays open", "421 4.3.2 shutting down", Verdict.UNCERTAIN),
        lost("dot: 421 + FIN", "421 4.3.2 shutting down, fin", Verdict.UNCERTAIN),
        lost("dot: 421 + 50ms + RST", "421 shutting down, wait 50ms, rst", Verdict.UNCERTAIN),
        lost("dot: 421, then silence", "421 shutting down; rset: stall", Verdict.UNCERTAIN),
        lost("dot: 451", "451 4.7.1 greylist", Verdict.NOT_ACCEPTED),
        lost("dot: 550", "550 5.7.1 spam", Verdict.REJECTED),
        lost("dot: 550 + FIN", "550 5.7.1 spam, fin", Verdict.REJECTED),
        lost("dot: 550, RSET answered with RST", "550 spam; rset: rst", Verdict.REJECTED),
        lost("dot: 550, RSET stalls", "550 spam; rset: stall", Verdict.REJECTED),
        lost("dot: 552", "552 5.2.2 quota", Verdict.REJECTED),
        kept("dot: garbage line", "say \"hello there\\r\\n\""),
        kept("dot: garbage line then 250", "say \"*** proxy note\\r\\n250 ok\\r\\n\""),
        kept("dot: empty line then 250", "say \"\\r\\n250 ok\\r\\n\""),
        kept("dot: '25' then FIN", "say \"25\", fin"),
        accepted("dot: '250' no CRLF then FIN", "say \"250\", fin"),
        accepted("dot: '250 ok' no CRLF then FIN", "say \"250 ok\", fin"),
        kept("dot: '250 ok' no CRLF then stall", "say \"250 ok\", stall"),
        kept("dot: '250-ok' CRLF then FIN", "say \"250-ok\\r\\n\", fin"),
        kept("dot: '250-ok' CRLF then stall", "say \"250-ok\\r\\n\", stall"),
        kept("dot: 354 again", "354 go on"),
        lost("dot: 999", "999 what", Verdict.UNCERTAIN));
  }

  private static List<Row> afterwards() {
    return List.of(
        accepted("QUIT: FIN without 221", "250 ok; quit: fin"),
        accepted("QUIT: RST", "250 ok; quit: rst"),
        accepted("QUIT: stall", "250 ok; quit: stall"),
        accepted("250 then RST before QUIT", "250 ok, wait 20ms, rst"),
        accepted("QUIT: garbage", "250 ok; quit: say \"bye bye\\r\\n\""));
  }

  private static List<Row> tls() {
    return java.util.stream.Stream.of(
            row("TLS: control 250", "", Verdict.ACCEPTED, Fate.READ_AND_KEPT),
            kept("TLS dot: close_notify, no reply", "fin"),
            kept("TLS dot: TCP FIN without close_notify", "cut"),
            kept("TLS dot: RST", "rst"),
            lost("TLS dot: 550 + close", "550 5.7.1 spam, fin", Verdict.REJECTED),
            kept("TLS dot: stall", "stall"),
            unread("TLS mid-body stall", "body@5000: stall").large(),
            unread("TLS mid-body RST", "body@5000: rst").large())
        .map(row -> row.with(Security.TLS))
        .toList();
  }

  /** We never use CHUNKING: such a relay is spoken to with DATA (see the test). */
  private static List<Row> chunking() {
    String offer = "offer: SIZE 99999999, CHUNKING, PIPELINING; ";
    return List.of(
        row("CHUNKING offered: control", offer, Verdict.ACCEPTED, Fate.READ_AND_KEPT),
        unread("CHUNKING offered: 552 within the body", offer + "body@5000: 552 too big, fin")
            .large()
            .orElse(Verdict.REJECTED),
        unread("CHUNKING offered: drop within the body", offer + "body@5000: fin").large(),
        row("CHUNKING offered: 550", offer + "dot: 550 spam", Verdict.REJECTED, Fate.READ_AND_LOST),
        row(
            "CHUNKING offered: 251",
            offer + "dot: keep, 251 ok",
            Verdict.ACCEPTED,
            Fate.READ_AND_KEPT),
        row(
            "CHUNKING offered: drop",
            offer + "dot: keep, fin",
            Verdict.UNCERTAIN,
            Fate.READ_AND_KEPT),
        row(
            "CHUNKING offered: stall",
            offer + "dot: keep, stall",
            Verdict.UNCERTAIN,
            Fate.READ_AND_KEPT));
  }

  private static Row unread(String name, String script) {
    return row(name, script, Verdict.NOT_ACCEPTED, Fate.NOT_READ);
  }

  private static Row kept(String name, String afterKeeping) {
    return row(name, "dot: keep, " + afterKeeping, Verdict.UNCERTAIN, Fate.READ_AND_KEPT);
  }

  private static Row accepted(String name, String afterKeeping) {
    return row(name, "dot: keep, " + afterKeeping, Verdict.ACCEPTED, Fate.READ_AND_KEPT);
  }

  private static Row lost(String name, String steps, Verdict verdict) {
    return row(name, "dot: " + steps, verdict, Fate.READ_AND_LOST);
  }

  private static Row row(String name, String script, Verdict verdict, Fate fate) {
    return new Row(name, script, Security.NONE, false, 1, SMALL, Set.of(verdict), fate);
  }
}
