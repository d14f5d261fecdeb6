package dev.sendonce.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A parameter of a MIME header field, with any text as its value (RFC 2231). */
final class HeaderParameter {
  private static final int LONGEST_PLAIN = 60;
  private static final int SEGMENT = 54;
  private static final String ATTRIBUTE_CHARACTERS = "!#$&+-.^_`{|}~";

  private HeaderParameter() {}

  /** The parameter as tokens to fold between, each but the last with its semicolon. */
  static List<String> tokens(String name, String value) {
    if (isPlain(value)) {
      return List.of(name + "=\"" + value + "\"");
    }
    List<String> segments = segments(value);
    if (segments.size() == 1) {
      return List.of(name + "*=UTF-8''" + segments.get(0));
    }
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      tokens.add(
          name
              + "*"
              + i
              + "*="
              + (i == 0 ? "UTF-8''" : "")
              + segments.get(i)
              + (i < segments.size() - 1 ? ";" : ""));
    }
    return tokens;
  }

  private static boolean isPlain(String value) {
    return value.length() <= LONGEST_PLAIN
        && value.chars().allMatch(c -> c >= 0x20 && c < 0x7f && "\"\\%'".indexOf(c) < 0)
        && !value.contains("=?")
        && value.equals(value.strip())
        && !value.isEmpty();
  }

  private static List<String> segments(String value) {
    List<String> segments = new ArrayList<>();
    StringBuilder segment = new StringBuilder();
    for (int i = 0; i < value.length(); ) {
      int c = value.codePointAt(i);
      String encoded = encoded(c);
      if (segment.length() + encoded.length() > SEGMENT) {
        segments.add(segment.toString());
        segment.setLength(0);
      }
      segment.append(encoded);
      i += Character.charCount(c);
    }
    segments.add(segment.toString());
    return segments;
  }

  private static String encoded(int c) {
    if (c < 0x80 && (Character.isLetterOrDigit(c) || ATTRIBUTE_CHARACTERS.indexOf(c) >= 0)) {
      return Character.toString(c);
    }
    StringBuilder encoded = new StringBuilder();
    for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
      encoded.append(String.format("%%%02X", b & 0xff));
    }
    return encoded.toString();
  }
}
