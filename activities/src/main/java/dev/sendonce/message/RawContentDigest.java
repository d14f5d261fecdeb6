package dev.sendonce.message;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises the content of a message that was built again: boundaries are invented anew each time,
 * so they are left out wherever they are declared or used. Not thread-safe.
 */
final class RawContentDigest {
  private static final Pattern BOUNDARY =
      Pattern.compile("boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70}))", Pattern.CASE_INSENSITIVE);

  private static final Pattern CONTENT_TYPE =
      Pattern.compile("content-type[ \\t]*:", Pattern.CASE_INSENSITIVE);

  private final MessageDigest digest = Sha256.start();
  private final Set<String> boundaries = new HashSet<>();
  private boolean inHeader;
  private boolean inContentType;
  private boolean messageFollows;

  /** The header comes first: only what belongs to the content counts. */
  void header(RawFields fields) {
    add(fields.value("subject").orElse(""));
    String type = fields.value("content-type").orElse("");
    add(withoutBoundary(type));
    add(fields.value("content-transfer-encoding").orElse(""));
    inHeader = isMessage(type);
  }

  /** A line of the body. */
  void line(String line) {
    if (isDelimiter(line)) {
      boolean closing = !boundaries.contains(line.substring(2).stripTrailing());
      inHeader = !closing;
      inContentType = false;
      messageFollows = false;
      add(closing ? "--=--" : "--=");
    } else {
      add(inHeader ? headerLine(line) : line);
    }
  }

  /** A boundary is one in a Content-Type field of a part or of a message in it, nowhere else. */
  private String headerLine(String line) {
    if (line.isEmpty()) {
      inHeader = messageFollows;
      inContentType = false;
      messageFollows = false;
      return line;
    }
    if (!line.startsWith(" ") && !line.startsWith("\t")) {
      inContentType = CONTENT_TYPE.matcher(line).lookingAt();
    }
    if (!inContentType) {
      return line;
    }
    messageFollows |= isMessage(line);
    return withoutBoundary(line);
  }

  private static boolean isMessage(String contentType) {
    return contentType.toLowerCase(Locale.ROOT).contains("message/rfc822");
  }

  String hex() {
    return Sha256.hex(digest.digest());
  }

  private boolean isDelimiter(String line) {
    if (!line.startsWith("--") || boundaries.isEmpty()) {
      return false;
    }
    String rest = line.substring(2).stripTrailing();
    return boundaries.contains(rest)
        || (rest.endsWith("--") && boundaries.contains(rest.substring(0, rest.length() - 2)));
  }

  private String withoutBoundary(String line) {
    Matcher matcher = BOUNDARY.matcher(line);
    if (!matcher.find()) {
      return line;
    }
    boundaries.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    return matcher.replaceFirst("boundary=");
  }

  private void add(String line) {
    digest.update(line.getBytes(StandardCharsets.ISO_8859_1));
    digest.update((byte) '\n');
  }
}
