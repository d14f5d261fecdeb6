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
 * MAIL FROM and RCPT TO of a send. A person who was given twice, in whatever spelling, is one
 * recipient under the first spelling; the header fields are not changed by that.
 *
 * @param people the canonical form of each recipient, for comparisons only
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
    Map<CanonicalAddress, Send.Recipient> people = new LinkedHashMap<>();
    List<Send.Merged> merged = new ArrayList<>();
    collect(to, RecipientField.TO, rules, people, merged);
    collect(cc, RecipientField.CC, rules, people, merged);
    collect(bcc, RecipientField.BCC, rules, people, merged);
    return new Envelope(
        from, List.copyOf(people.values()), List.copyOf(people.keySet()), List.copyOf(merged));
  }

  private static void collect(
      List<Mailbox> mailboxes,
      RecipientField field,
      SamePersonRules rules,
      Map<CanonicalAddress, Send.Recipient> people,
      List<Send.Merged> merged) {
    for (Mailbox mailbox : mailboxes) {
      String address = mailbox.address().toString();
      Send.Recipient first =
          people.putIfAbsent(
              CanonicalAddress.of(mailbox.address(), rules),
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
