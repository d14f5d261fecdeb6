package dev.sendonce.intake;

import dev.sendonce.message.AddressParser;
import dev.sendonce.message.Mailbox;
import dev.sendonce.message.ParsedAddress;
import dev.sendonce.send.EmailAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads addresses of a request. Thread-safe. */
final class EnvelopeReader {
  private static final int LONGEST = 1000;

  private final IntakeSettings settings;

  EnvelopeReader(IntakeSettings settings) {
    this.settings = settings;
  }

  /** The sender, which is required and has to be allowed. */
  Optional<Mailbox> from(Fields fields, Submitter submitter, Errors errors, Errors policy) {
    if (!fields.has("from")) {
      errors.add("from", "is required");
      return Optional.empty();
    }
    Optional<Mailbox> from = one(fields, "from", errors);
    if (from.isPresent() && !mayUse(submitter, from.get().address())) {
      policy.add("from", "is not a sender that this API key may use");
    }
    return from;
  }

  /** A single optional mailbox. */
  Optional<Mailbox> one(Fields fields, String name, Errors errors) {
    return fields.line(name, LONGEST).flatMap(text -> parse(fields.path(name), text, errors));
  }

  /** A list of mailboxes. */
  List<Mailbox> many(Fields fields, String name, Errors errors) {
    List<Mailbox> mailboxes = new ArrayList<>();
    for (Fields.Element element : fields.elements(name, settings.limits().recipients())) {
      parse(element.path(), element.text(), errors).ifPresent(mailboxes::add);
    }
    return mailboxes;
  }

  /** Notes when a request has no recipient, or too many. */
  void checkCount(Fields fields, Errors errors) {
    int count = fields.count("to") + fields.count("cc") + fields.count("bcc");
    int limit = settings.limits().recipients();
    if (count > limit) {
      errors.add("to", "has with cc and bcc " + count + " recipients; the limit is " + limit);
    } else if (count == 0 && !errors.has("to")) {
      errors.add("to", "is required: at least one recipient in to, cc or bcc");
    }
  }

  Envelope envelope(EmailAddress from, List<Mailbox> to, List<Mailbox> cc, List<Mailbox> bcc) {
    return Envelope.of(from, to, cc, bcc, settings.samePerson());
  }

  /** A mailbox for the fingerprint: the domain's case is the one spelling that does not count. */
  static String spelling(Mailbox mailbox) {
    EmailAddress address = mailbox.address();
    return mailbox.name().orElse("")
        + "<"
        + address.local()
        + "@"
        + address.domain().toLowerCase(Locale.ROOT)
        + ">";
  }

  /** Whether this client may send in the name of an address. */
  static boolean mayUse(Submitter submitter, EmailAddress from) {
    String domain = "@" + from.domain().toLowerCase(Locale.ROOT);
    return submitter.senders().isEmpty()
        || submitter.senders().stream()
            .map(s -> s.toLowerCase(Locale.ROOT))
            .anyMatch(s -> s.equals(domain) || s.equals(from.toString().toLowerCase(Locale.ROOT)));
  }

  private static Optional<Mailbox> parse(String path, String text, Errors errors) {
    ParsedAddress parsed = AddressParser.parse(text);
    if (parsed instanceof ParsedAddress.Refused refused) {
      errors.add(path, refused.reason());
      return Optional.empty();
    }
    return Optional.of(((ParsedAddress.Valid) parsed).mailbox());
  }
}
