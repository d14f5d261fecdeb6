package dev.sendonce.intake;

import dev.sendonce.message.CanonicalAddress;
import dev.sendonce.message.Mailbox;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.RecipientField;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * MAIL FROM and RCPT TO of a send. An address that was given twice, in whatever case or spelling of
 * its domain, is one recipient under the first spelling; the header fields are not changed by that.
 * The rules of a deployment about who is the same person take nobody out of the envelope: only the
 * receiving server may interpret a local part (RFC 5321, 2.3.11).
 *
 * @param people the canonical form of the recipients by those rules, for comparisons only; fewer
 *     than recipients where several are one person
 * @param merged what was left out of the envelope, and in favour of which recipient
 */
record Envelope(
    EmailAddress from,
    List<Send.Recipient> recipients,
    List<CanonicalAddress> people,
    List<Send.Merged> merged) {

  /** Recipients in the order to, cc, bcc. */
  static Envelope of(
      EmailAddress from,
      List<Mailbox> to,
      List<Mailbox> cc,
      List<Mailbox> bcc,
      SamePersonRules rules) {
    Map<CanonicalAddress, Send.Recipient> recipients = new LinkedHashMap<>();
    List<Send.Merged> merged = new ArrayList<>();
    collect(to, RecipientField.TO, recipients, merged);
    collect(cc, RecipientField.CC, recipients, merged);
    collect(bcc, RecipientField.BCC, recipients, merged);
    List<CanonicalAddress> people =
        recipients.values().stream()
            .map(r -> CanonicalAddress.of(EmailAddress.ofStored(r.address()), rules))
            .distinct()
            .toList();
    return new Envelope(from, List.copyOf(recipients.values()), people, List.copyOf(merged));
  }

  private static void collect(
      List<Mailbox> mailboxes,
      RecipientField field,
      Map<CanonicalAddress, Send.Recipient> recipients,
      List<Send.Merged> merged) {
    for (Mailbox mailbox : mailboxes) {
      String address = mailbox.address().toString();
      Send.Recipient first =
          recipients.putIfAbsent(
              CanonicalAddress.of(mailbox.address(), SamePersonRules.NONE),
              new Send.Recipient(
                  address, field, RecipientOutcome.PENDING, null, 0, null, false, false));
      if (first != null) {
        merged.add(new Send.Merged(address, field, first.address()));
      }
    }
  }

  boolean needsSmtpUtf8() {
    return from.needsSmtpUtf8()
        || recipients.stream().anyMatch(r -> EmailAddress.ofStored(r.address()).needsSmtpUtf8());
  }
}
