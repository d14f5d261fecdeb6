package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The identity of a send: idempotency key and Temporal workflow ID, verbatim.
 *
 * @param value 1 to 200 characters of {@code A-Z a-z 0-9 . _ ~ : / @ + = , -}, not {@code .} or
 *     {@code ..}
 */
public record SendKey(@JsonValue String value) {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._~:/@+=,-]{1,200}");

  /** What a key must look like, for error messages. */
  public static final String RULE =
      "1 to 200 characters of A-Z a-z 0-9 . _ ~ : / @ + = , - and not '.' or '..'";

  /** Fails with {@link IllegalArgumentException} when the value breaks {@link #RULE}. */
  @JsonCreator
  public SendKey {
    if (!isValid(value)) {
      throw new IllegalArgumentException("A key is " + RULE + ".");
    }
  }

  /** Tells whether a string could be a key; never throws. */
  public static boolean isValid(String value) {
    return value != null
        && ALLOWED.matcher(value).matches()
        && !value.equals(".")
        && !value.equals("..");
  }

  /** The key as one path segment of a URL: everything outside the unreserved set is escaped. */
  public String pathSegment() {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("%7E", "~");
  }

  @Override
  public String toString() {
    return value;
  }
}
