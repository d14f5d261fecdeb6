package dev.sendonce.evidence.bounce;

import dev.sendonce.evidence.Finding;
import dev.sendonce.send.AttemptMark;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A delivery status notification (RFC 3464) that is about one of our messages.
 *
 * @param mark from the envelope id or the return path
 * @param sendId X-Sendonce-Id of the returned message
 * @param messageId Message-ID of the returned message
 */
record DeliveryReport(
    Optional<AttemptMark> mark,
    Optional<String> sendId,
    Optional<String> messageId,
    List<PerRecipient> recipients) {

  DeliveryReport {
    recipients = List.copyOf(recipients);
  }

  /** RFC 3464, 2.3.3. */
  enum Action {
    FAILED(Finding.BOUNCED),
    DELAYED(Finding.DELAYED),
    DELIVERED(Finding.DELIVERED),
    /** Handed to a server that sends no reports. */
    RELAYED(Finding.ACCEPTED),
    EXPANDED(Finding.ACCEPTED);

    private final Finding finding;

    Action(Finding finding) {
      this.finding = finding;
    }

    Finding finding() {
      return finding;
    }
  }

  /**
   * What became of one recipient.
   *
   * @param address the one in our envelope where the report names it, else the final one
   * @param status enhanced status code (RFC 3463)
   */
  record PerRecipient(String address, Action action, String status) {}

  /** For the timeline: actions and status codes, no address. */
  String describe() {
    StringBuilder out = new StringBuilder("delivery report:");
    recipients.stream()
        .limit(5)
        .forEach(
            r ->
                out.append(' ')
                    .append(r.action().name().toLowerCase(Locale.ROOT))
                    .append(' ')
                    .append(r.status()));
    return out.toString();
  }
}
