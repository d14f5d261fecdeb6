package dev.sendonce.api.config;

import java.util.regex.Pattern;

/** Takes secrets out of what people may see. */
final class Redacted {
  private static final Pattern USER_INFO = Pattern.compile("//[^/@]*@");

  private Redacted() {}

  /** The URI without user and password. */
  static String uri(String uri) {
    return uri == null ? null : USER_INFO.matcher(uri).replaceAll("//***@");
  }
}
