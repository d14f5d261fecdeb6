package dev.sendonce.intake;

import dev.sendonce.message.MessageFreezer;
import dev.sendonce.message.SpooledMessage;
import dev.sendonce.send.Send;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** The content of a request, validated and not frozen yet. Closing frees its temporary files. */
interface Draft extends AutoCloseable {
  /**
   * Writes the bytes that will go on the wire; the caller closes the message.
   *
   * @param date for the Date field
   * @param reference what {@code {{reference}}} stands for; empty leaves it as it is
   */
  SpooledMessage freeze(
      MessageFreezer freezer, String sendId, Instant date, Optional<Send.Reference> reference)
      throws IOException;

  /**
   * Digest of subject, bodies and attachments as the client sent them, without anything that
   * changes by itself; a reference is not filled in.
   */
  String contentDigest();

  /** True when an address in a header field can only be written in UTF-8. */
  boolean needsSmtpUtf8();

  /** The message id that the client chose, with angle brackets. */
  Optional<String> messageId();

  @Override
  void close();
}
