package dev.sendonce.intake;

import dev.sendonce.message.MessageFreezer;
import dev.sendonce.message.SpooledMessage;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** The content of a request, validated and not frozen yet. Closing frees its temporary files. */
interface Draft extends AutoCloseable {
  /**
   * Writes the bytes that will go on the wire; the caller closes the message.
   *
   * @param date for the Date field
   */
  SpooledMessage freeze(MessageFreezer freezer, String sendId, Instant date) throws IOException;

  /** Digest of subject, bodies and attachments, without anything that changes by itself. */
  String contentDigest();

  /** True when an address in a header field can only be written in UTF-8. */
  boolean needsSmtpUtf8();

  /** The message id that the client chose, with angle brackets. */
  Optional<String> messageId();

  @Override
  void close();
}
