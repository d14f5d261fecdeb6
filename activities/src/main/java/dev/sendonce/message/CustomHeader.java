package dev.sendonce.message;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Header fields that a client may add to a letter, and how they are written. */
public final class CustomHeader {
  private static final int LONGEST_NAME = 76;

  /** RFC 5322, 2.1.1, less the blank in front of a folded line. */
  private static final int LONGEST_TOKEN = 900;

  private static final Pattern NAME = Pattern.compile("[!-9;-~]+");

  private static final Set<String> RESERVED =
      Set.of(
          "from",
          "sender",
          "to",
          "cc",
          "bcc",
          "reply-to",
          "subject",
          "date",
          "message-id",
          "mime-version",
          "received",
          "return-path",
          "delivered-to");
  private static final List<String> RESERVED_PREFIXES =
      List.of("content-", "resent-", "x-sendonce-");

  /** Fields whose value is not free text: an encoded-word in them would not be decoded. */
  private static final Set<String> STRUCTURED =
      Set.of(
          "in-reply-to",
          "references",
          "auto-submitted",
          "list-id",
          "list-help",
          "list-subscribe",
          "list-unsubscribe",
          "list-unsubscribe-post",
          "list-post",
          "list-owner",
          "list-archive",
          "disposition-notification-to",
          "errors-to");

  private static final Pattern LIST_URI = Pattern.compile("<[A-Za-z][A-Za-z0-9+.-]*:[!-;=?-~]+>");
  private static final Pattern AUTO_SUBMITTED =
      Pattern.compile("(?:no|auto-(?:generated|replied|notified))(?: *;[ -~]*)?");

  private CustomHeader() {}

  /** Why a name cannot be used, or empty. */
  public static Optional<String> nameDefect(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
      return Optional.of(
          "is not a header name: 1 to "
              + LONGEST_NAME
              + " printable ASCII characters without blanks and colons");
    }
    if (RESERVED.contains(lower) || RESERVED_PREFIXES.stream().anyMatch(lower::startsWith)) {
      return Optional.of("may not be set here; sendonce writes this header itself");
    }
    return Optional.empty();
  }

  /** Why a value without {@link Characters#lineDefect} cannot stand under this name, or empty. */
  public static Optional<String> valueDefect(String name, String value) {
    if (value.isBlank()) {
      return Optional.of("is empty; leave the header out");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (!STRUCTURED.contains(lower)) {
      return Optional.empty();
    }
    if (!Characters.isAscii(value)) {
      return Optional.of(
          "may hold ASCII characters only; escape others as the header's own rules say");
    }
    if (tokens(value).stream().anyMatch(t -> t.length() > LONGEST_TOKEN)) {
      return Optional.of(
          "has more than " + LONGEST_TOKEN + " characters without a blank, which no line can hold");
    }
    return switch (lower) {
      case "in-reply-to", "references" ->
          unless(
              tokens(value).stream().allMatch(MessageId::isWellFormed),
              "must be message ids such as <id@domain>");
      case "list-unsubscribe" ->
          unless(isListOfUris(value), "must be URIs in angle brackets (RFC 2369)");
      case "list-unsubscribe-post" ->
          unless(
              value.equals("List-Unsubscribe=One-Click"),
              "must be List-Unsubscribe=One-Click (RFC 8058)");
      case "auto-submitted" ->
          unless(
              AUTO_SUBMITTED.matcher(value.toLowerCase(Locale.ROOT)).matches(),
              "must be no, auto-generated, auto-replied or auto-notified (RFC 3834)");
      default -> Optional.empty();
    };
  }

  static boolean isStructured(String name) {
    return STRUCTURED.contains(name.toLowerCase(Locale.ROOT));
  }

  /** The parts of a structured value between which it may be folded. */
  static List<String> tokens(String value) {
    return List.of(value.strip().split(" +"));
  }

  /** RFC 2369, 2. A comma inside the angle brackets belongs to its URI. */
  private static boolean isListOfUris(String value) {
    return Arrays.stream(value.split("(?<=>) *, *(?=<)", -1))
        .allMatch(uri -> LIST_URI.matcher(uri.strip()).matches());
  }

  private static Optional<String> unless(boolean fine, String reason) {
    return fine ? Optional.empty() : Optional.of(reason);
  }
}
