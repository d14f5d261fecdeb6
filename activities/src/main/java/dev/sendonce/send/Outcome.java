package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * What one attempt proved about the relay and the message. Only {@link NotAccepted} licenses
 * another attempt (DESIGN 3, "What proves what").
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Outcome.Accepted.class, name = "accepted"),
  @JsonSubTypes.Type(value = Outcome.Rejected.class, name = "rejected"),
  @JsonSubTypes.Type(value = Outcome.NotAccepted.class, name = "not_accepted"),
  @JsonSubTypes.Type(value = Outcome.Uncertain.class, name = "uncertain")
})
public sealed interface Outcome {
  /** The spelling used in JSON and in the ledger. */
  String wire();

  /**
   * The relay answered end of data with a complete 2yz reply; whatever happened afterwards is
   * irrelevant.
   *
   * @param queueId the relay's id for the message, or null when the text carries none
   */
  record Accepted(Reply reply, String queueId) implements Outcome {
    @Override
    public String wire() {
      return "accepted";
    }
  }

  /**
   * A final refusal: 5yz to MAIL, to every RCPT, to DATA, in the middle of the body or to end of
   * data. After it the relay must not deliver (RFC 5321, 4.2.5).
   */
  record Rejected(SmtpPhase reached, Reply reply) implements Outcome {
    @Override
    public String wire() {
      return "rejected";
    }
  }

  /**
   * Provably not accepted: end of data never written, or refused with a trusted 4yz.
   *
   * @param reply the last complete reply that led here, or null
   */
  record NotAccepted(SmtpPhase reached, String cause, Reply reply) implements Outcome {
    @Override
    public String wire() {
      return "not_accepted";
    }

    /** True when the relay and not the message is to blame: its breaker opens. */
    public boolean relayProblem() {
      return reached.isBeforeMail();
    }
  }

  /**
   * End of data may have been read. Nothing but evidence or a human may leave this outcome.
   *
   * @param reply the complete reply that did not decide (421, 4yz for several, 3yz …), or null
   */
  record Uncertain(String cause, Reply reply) implements Outcome {
    @Override
    public String wire() {
      return "uncertain";
    }
  }
}
