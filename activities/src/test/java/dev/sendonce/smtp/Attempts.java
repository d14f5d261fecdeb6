package dev.sendonce.smtp;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import java.time.Clock;
import java.util.List;

/** Shorthand for transmitting and for reading results in tests. */
final class Attempts {
  static final EndOfDataLatch LATCHED = replies -> true;
  static final String BOB = "bob@example.net";

  private Attempts() {}

  static SmtpRelay relay(ScriptedRelay server) {
    return relay(Letters.settings(server.port()));
  }

  static SmtpRelay relay(RelaySettings settings) {
    return new SmtpRelay(settings, Clock.systemUTC());
  }

  /** One letter over a relay of its own. */
  static AttemptResult once(RelaySettings settings, Transmission letter) {
    try (SmtpRelay relay = relay(settings)) {
      return relay.transmit(letter, LATCHED, new AbortSwitch());
    }
  }

  /** One letter to bob through a server that follows this script. */
  static AttemptResult once(Manners manners) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(manners)) {
      return once(new SettingsFor(server.port()).deadlines(400).build(), Letters.to(BOB));
    }
  }

  static SmtpPhase notAcceptedIn(AttemptResult result) {
    return ((Outcome.NotAccepted) result.outcome()).reached();
  }

  static Outcome.Uncertain uncertain(AttemptResult result) {
    return (Outcome.Uncertain) result.outcome();
  }

  static boolean accepted(AttemptResult result) {
    return result.outcome() instanceof Outcome.Accepted;
  }

  /** {@code TAKEN 250} and so on, in order. */
  static List<String> verdicts(AttemptResult result) {
    return verdicts(result.rcptReplies());
  }

  static List<String> verdicts(List<RcptReply> replies) {
    return replies.stream().map(r -> r.verdict() + code(r.reply())).toList();
  }

  private static String code(Reply reply) {
    return reply == null ? "" : " " + reply.code();
  }
}
