package dev.sendonce.smtp;

import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.FrozenMessage;
import java.util.List;

/**
 * One message for one envelope, about to be handed over.
 *
 * @param sendId goes into ENVID and VERP, together with the attempt number
 */
public record Transmission(
    String sendId,
    int attempt,
    EmailAddress from,
    List<Recipient> recipients,
    FrozenMessage message,
    boolean smtpUtf8) {
  public Transmission {
    recipients = List.copyOf(recipients);
  }

  /** A recipient and its index in the send. */
  public record Recipient(int index, EmailAddress address) {}
}
