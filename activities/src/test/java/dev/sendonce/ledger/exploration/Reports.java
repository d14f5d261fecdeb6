package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Worker.Ending;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import dev.sendonce.smtp.RealOutcomes;
import java.util.ArrayList;
import java.util.List;

/** What an execution tells the ledger; outcomes come from the production rule. */
@SuppressWarnings("EnumOrdinal") // packed and unpacked within one run only
final class Reports {
  private static final Reply OK = Reply.of(250, "2.0.0 Ok");
  private static final Reply LATER = Reply.of(451, "4.3.0 Try later");
  private static final Reply REFUSED = Reply.of(550, "5.1.1 No such user");

  private final int recipients;
  private final boolean limitTrust;

  /**
   * @param limitTrust the production rule: a 4yz to end of data proves something only for one
   *     recipient; false shows what that is for
   */
  Reports(int recipients, boolean limitTrust) {
    this.recipients = recipients;
    this.limitTrust = limitTrust;
  }

  /** What a relay's reply to end of data means. */
  Ending afterDot(int code, int mask) {
    int count = limitTrust ? Integer.bitCount(mask) : 1;
    Outcome outcome = RealOutcomes.answered(SmtpPhase.REPLIED, Reply.of(code, ""), count);
    if (outcome instanceof Outcome.Accepted) {
      return Ending.ACCEPTED;
    }
    if (outcome instanceof Outcome.Rejected) {
      return Ending.REFUSED;
    }
    return outcome instanceof Outcome.NotAccepted ? Ending.DEFERRED : Ending.UNCERTAIN;
  }

  /** The detail of a call that reports this. */
  static int detail(int verdicts, Ending ending) {
    return verdicts | (ending.ordinal() << 4);
  }

  List<RcptReply> replies(int verdicts) {
    List<RcptReply> replies = new ArrayList<>();
    for (int i = 0; i < recipients; i++) {
      switch (Worker.verdict(verdicts, i)) {
        case Worker.TAKEN -> replies.add(new RcptReply(i, Verdict.TAKEN, OK));
        case Worker.LATER -> replies.add(new RcptReply(i, Verdict.DEFERRED, LATER));
        case Worker.REJECTED -> replies.add(new RcptReply(i, Verdict.REFUSED, REFUSED));
        default -> {
          // not carried
        }
      }
    }
    return replies;
  }

  AttemptResult result(int detail) {
    int verdicts = Bits.field(detail, 0, 4);
    Ending ending = Ending.values()[Bits.field(detail, 4, 4)];
    int taken = Integer.bitCount(Worker.taken(verdicts));
    return switch (ending) {
      case UNREACHABLE -> new AttemptResult(RealOutcomes.broken(SmtpPhase.CONNECT, 0), List.of());
      case NOBODY ->
          new AttemptResult(
              RealOutcomes.answered(SmtpPhase.RCPT, last(verdicts), 0), replies(verdicts));
      case ABORTED ->
          new AttemptResult(RealOutcomes.broken(SmtpPhase.BODY, taken), replies(verdicts));
      case ACCEPTED -> replied(OK, taken, verdicts);
      case REFUSED -> replied(REFUSED, taken, verdicts);
      case DEFERRED -> replied(LATER, 1, verdicts);
      case UNCERTAIN ->
          new AttemptResult(RealOutcomes.broken(SmtpPhase.END_OF_DATA, taken), replies(verdicts));
      case NONE -> throw new IllegalStateException("Nothing to report yet.");
    };
  }

  private AttemptResult replied(Reply reply, int count, int verdicts) {
    return new AttemptResult(
        RealOutcomes.answered(SmtpPhase.REPLIED, reply, count), replies(verdicts));
  }

  /** With nobody taken, a transient refusal keeps the whole open. */
  private Reply last(int verdicts) {
    for (int i = 0; i < recipients; i++) {
      if (Worker.verdict(verdicts, i) == Worker.LATER) {
        return LATER;
      }
    }
    return REFUSED;
  }
}
