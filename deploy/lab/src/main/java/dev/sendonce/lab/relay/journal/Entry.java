package dev.sendonce.lab.relay.journal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;

/** One line of the journal. The order of lines is the order in which things happened. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Entry.Opened.class, name = "opened"),
  @JsonSubTypes.Type(value = Entry.Body.class, name = "body"),
  @JsonSubTypes.Type(value = Entry.Kept.class, name = "kept"),
  @JsonSubTypes.Type(value = Entry.Answered.class, name = "answered"),
  @JsonSubTypes.Type(value = Entry.Closed.class, name = "closed")
})
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface Entry {
  /** The relay's id of the session, unique over restarts. */
  String session();

  /** When, by the relay's clock. */
  Instant at();

  /**
   * A connection was accepted.
   *
   * @param script the script that governs it until a recipient chooses another
   */
  record Opened(String session, Instant at, int clientPort, String script) implements Entry {}

  /**
   * A complete end of data was read. Written, and handed to the operating system, before the first
   * byte of the answer.
   *
   * @param id the relay's id of this body: its queue id and the name of its file
   * @param script the script in charge
   * @param from as given in MAIL, without brackets
   * @param recipients each RCPT of the transaction with the code it got
   * @param size of the un-stuffed body in bytes
   * @param sha256 of the un-stuffed body, 64 hexadecimal digits
   * @param messageId with brackets, or null when the body has none
   * @param sendId the value of {@code X-Sendonce-Id}, or null
   * @param keeps whether the script says that the message is kept, before or after the answer
   * @param plannedCode the code of the complete reply that the script will give, or null
   */
  record Body(
      String session,
      Instant at,
      String id,
      String script,
      String from,
      List<Recipient> recipients,
      long size,
      String sha256,
      String messageId,
      String sendId,
      boolean keeps,
      Integer plannedCode)
      implements Entry {
    public Body {
      recipients = List.copyOf(recipients);
    }
  }

  /** The relay stored the message and is responsible for it. */
  record Kept(String session, Instant at, String id) implements Entry {}

  /**
   * What was said to the dot before the next command was read or the connection ended.
   *
   * @param code of the first complete reply that was written as a whole, or null when none was
   */
  record Answered(String session, Instant at, String id, Integer code) implements Entry {
    /** True when a complete 4yz or 5yz was written: the relay must not deliver. */
    boolean refusal() {
      return code != null && (code / 100 == 4 || code / 100 == 5);
    }
  }

  /**
   * The session ended.
   *
   * @param how {@code quit}, {@code client}, {@code script} or {@code relay}
   * @param transcript the verbs that came, each with the code of its answer
   */
  record Closed(String session, Instant at, String how, List<String> transcript) implements Entry {
    public Closed {
      transcript = List.copyOf(transcript);
    }
  }

  /** A RCPT of a transaction: the address as given, without brackets, and the answer's code. */
  record Recipient(String address, int code) {
    /** True when it is part of the transaction. */
    boolean taken() {
      return code / 100 == 2;
    }
  }
}
