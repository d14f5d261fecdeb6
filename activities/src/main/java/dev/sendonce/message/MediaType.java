package dev.sendonce.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of an attachment (RFC 2045, 5.1).
 *
 * @param essence {@code type/subtype}, in lower case
 * @param parameters each as it stands on the wire, such as {@code charset=utf-8}
 */
public record MediaType(String essence, List<String> parameters) {
  /** For bytes of which nothing is known. */
  public static final MediaType OCTET_STREAM = new MediaType("application/octet-stream", List.of());

  private static final String TOKEN = "[!#$%&'*+.^_`{|}~0-9A-Za-z-]+";
  private static final Pattern ESSENCE = Pattern.compile("\\s*(" + TOKEN + "/" + TOKEN + ")\\s*");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\s*;\\s*(" + TOKEN + ")=(" + TOKEN + "|\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\")\\s*");
  private static final int MAXIMUM = 255;

  public MediaType {
    parameters = List.copyOf(parameters);
  }

  /** Empty when the text is not a media type. */
  public static Optional<MediaType> parse(String text) {
    Matcher essence = ESSENCE.matcher(text);
    if (text.length() > MAXIMUM || !essence.lookingAt()) {
      return Optional.empty();
    }
    List<String> parameters = new ArrayList<>();
    Matcher parameter = PARAMETER.matcher(text);
    int end = essence.end();
    while (end < text.length()) {
      parameter.region(end, text.length());
      if (!parameter.lookingAt()) {
        return Optional.empty();
      }
      parameters.add(parameter.group(1) + "=" + parameter.group(2));
      end = parameter.end();
    }
    return Optional.of(new MediaType(essence.group(1).toLowerCase(Locale.ROOT), parameters));
  }

  /** True for types whose content is MIME itself and must not be encoded (RFC 2045, 6.4). */
  public boolean isComposite() {
    return essence.startsWith("multipart/") || essence.startsWith("message/");
  }
}
