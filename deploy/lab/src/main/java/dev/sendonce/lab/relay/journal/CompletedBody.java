package dev.sendonce.lab.relay.journal;

import java.util.List;
import java.util.Optional;

/**
 * An end of data that a relay read completely, with everything that happened to it since.
 *
 * @param kept whether the relay stored the message
 * @param answered what was said to the dot, when that is known
 */
public record CompletedBody(Entry.Body body, boolean kept, Optional<Entry.Answered> answered) {

  /** True when a complete 4yz or 5yz was written: this body does not count. */
  public boolean refused() {
    return answered.filter(Entry.Answered::refusal).isPresent();
  }

  /** The code of the complete reply to the dot, when one was written as a whole. */
  public Optional<Integer> replyCode() {
    return answered.map(Entry.Answered::code);
  }

  /** What identifies the send: {@code X-Sendonce-Id}, else the Message-ID, else the digest. */
  public String send() {
    if (body.sendId() != null) {
      return body.sendId();
    }
    return body.messageId() != null ? body.messageId() : body.sha256();
  }

  /** The addresses that were part of the transaction. */
  public List<String> recipients() {
    return body.recipients().stream()
        .filter(Entry.Recipient::taken)
        .map(Entry.Recipient::address)
        .distinct()
        .toList();
  }
}
