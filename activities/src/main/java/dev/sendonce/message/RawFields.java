package dev.sendonce.message;

import dev.sendonce.send.EmailAddress;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MailDateFormat;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The header of a raw message, while it is read and when it is judged. Not thread-safe. */
final class RawFields {
  private static final int LONGEST_HEADER = 256 * 1024;
  private static final Pattern FIELD = Pattern.compile("[!-9;-~]+[ \\t]*:[\\t -~]*");

  /** RFC 5322, 3.6, and RFC 2045. */
  private static final Set<String> ONCE =
      Set.of(
          "date",
          "from",
          "sender",
          "reply-to",
          "to",
          "cc",
          "message-id",
          "in-reply-to",
          "references",
          "subject",
          "mime-version",
          "content-type",
          "content-transfer-encoding");

  private static final Set<String> REFUSED = Set.of("bcc", "resent-bcc", "return-path");

  private record RawField(String name, StringBuilder value) {}

  private final List<RawField> fields = new ArrayList<>();
  private int length;

  /** Takes a line of the header; the answer is what is wrong with it. */
  Optional<String> add(String line, int number) {
    length += line.length();
    if (length > LONGEST_HEADER) {
      return Optional.of("has a header of more than " + LONGEST_HEADER + " octets");
    }
    if (line.chars().anyMatch(c -> c > 0x7e || (c < 0x20 && c != '\t'))) {
      return Optional.of(
          "has a header line ("
              + number
              + ") with characters other than printable ASCII; encode it");
    }
    if (line.startsWith(" ") || line.startsWith("\t")) {
      if (fields.isEmpty() || line.isBlank()) {
        return Optional.of("has a header line (" + number + ") that continues nothing");
      }
      fields.get(fields.size() - 1).value().append(line);
      return Optional.empty();
    }
    if (!FIELD.matcher(line).matches()) {
      return Optional.of("has a line (" + number + ") in its header that is no header field");
    }
    int colon = line.indexOf(':');
    fields.add(
        new RawField(
            line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
            new StringBuilder(line.substring(colon + 1))));
    return Optional.empty();
  }

  /** Everything that is wrong with the complete header. */
  List<String> defects() {
    List<String> defects = new ArrayList<>();
    for (String name : ONCE) {
      if (fields.stream().filter(f -> f.name().equals(name)).count() > 1) {
        defects.add("has more than one " + name + " field");
      }
    }
    for (RawField field : fields) {
      if (REFUSED.contains(field.name()) || field.name().startsWith("x-sendonce-")) {
        defects.add("has a " + field.name() + " field; remove it");
      }
    }
    if (author().isEmpty()) {
      defects.add("needs a From field with exactly one address");
    }
    Optional<String> id = value("message-id");
    if (id.isPresent() && !MessageId.isWellFormed(id.get())) {
      defects.add("has a Message-ID that is not <unique-part@domain>");
    }
    value("date")
        .filter(date -> !isDate(date))
        .ifPresent(d -> defects.add("has a Date that is not one of RFC 5322, 3.3"));
    return defects;
  }

  /** The address of the From field, when it holds one and only one. */
  Optional<EmailAddress> author() {
    try {
      InternetAddress[] addresses = InternetAddress.parseHeader(value("from").orElse(""), true);
      return addresses.length == 1
              && AddressParser.parse(String.valueOf(addresses[0].getAddress()))
                  instanceof ParsedAddress.Valid valid
          ? Optional.of(valid.mailbox().address())
          : Optional.empty();
    } catch (AddressException e) {
      return Optional.empty();
    }
  }

  /** The unfolded value of the first field of this name, in lower case. */
  Optional<String> value(String name) {
    return fields.stream()
        .filter(f -> f.name().equals(name))
        .findFirst()
        .map(f -> f.value().toString().strip());
  }

  private static boolean isDate(String text) {
    try {
      return new MailDateFormat().parse(text) != null;
    } catch (ParseException e) {
      return false;
    }
  }
}
