package dev.sendonce.evidence.bounce;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The escaping of ORCPT and ENVID values (RFC 3461, section 4): {@code +2B} for a plus sign. */
final class Xtext {
  private static final Pattern ESCAPED = Pattern.compile("\\+([0-9A-F]{2})");

  private Xtext() {}

  static String decode(String xtext) {
    Matcher m = ESCAPED.matcher(xtext);
    return m.replaceAll(
        r ->
            Matcher.quoteReplacement(
                new String(
                    new byte[] {(byte) Integer.parseInt(r.group(1), 16)},
                    StandardCharsets.ISO_8859_1)));
  }
}
