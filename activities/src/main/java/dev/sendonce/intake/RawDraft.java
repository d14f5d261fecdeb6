package dev.sendonce.intake;

import dev.sendonce.message.MessageFreezer;
import dev.sendonce.message.RawMessage;
import dev.sendonce.message.SpooledMessage;
import dev.sendonce.send.Send;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** The content of a request that is a message already. */
record RawDraft(RawMessage message) implements Draft {
  @Override
  public SpooledMessage freeze(
      MessageFreezer freezer, String sendId, Instant date, Optional<Send.Reference> reference)
      throws IOException {
    return freezer.freeze(message, sendId, date);
  }

  @Override
  public String contentDigest() {
    return message.contentDigest();
  }

  @Override
  public boolean needsSmtpUtf8() {
    return false;
  }

  @Override
  public Optional<String> messageId() {
    return message.messageId();
  }

  @Override
  public void close() {
    message.close();
  }
}
