package dev.sendonce.smtp;

import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;

/** Lets tests outside this package ask the production outcome rule. */
public final class RealOutcomes {
  private RealOutcomes() {}

  /** What a transaction that was answered in this phase proves. */
  public static Outcome answered(SmtpPhase reached, Reply reply, int recipients) {
    return new OutcomeRule(true).decide(Observation.answered(reached, reply, recipients));
  }

  /** What a transaction that broke off in this phase proves. */
  public static Outcome broken(SmtpPhase reached, int recipients) {
    return new OutcomeRule(true).decide(Observation.broken(reached, recipients, "broken off"));
  }
}
