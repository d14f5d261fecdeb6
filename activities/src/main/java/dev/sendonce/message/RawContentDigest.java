package dev.sendonce.message;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
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

  private final MessageDigest digest = Sha256.start();
  private final Set<String> boundaries = new HashSet<>();

  /** The header comes first: only what belongs to the content counts. */
  void header(RawFields fields) {
    for (String name : new String[] {"subject", "content-type", "content-transfer-encoding"}) {
      add(fields.value(name).map(this::withoutBoundary).orElse(""));
    }
  }

  /** A line of the body. */
  void line(String line) {
    add(withoutBoundary(isDelimiter(line) ? (line.endsWith("--") ? "--=--" : "--=") : line));
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
