package dev.sendonce.smtp;

import dev.sendonce.send.Reply;
import jakarta.mail.MessagingException;

/** The transaction ends here, before end of data, by our own decision or an unasked reply. */
final class EndedException extends MessagingException {
  private static final long serialVersionUID = 1;

  private final transient Reply reply;

  /**
   * @param reply the complete reply that was found, or null
   */
  EndedException(String cause, Reply reply) {
    super(cause);
    this.reply = reply;
  }

  Reply reply() {
    return reply;
  }
}
