package dev.sendonce.feed;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a client of a stream shows when it comes back: the stream, and the last item it has seen.
 *
 * @param stream random; names no consumer, and is looked up together with one
 * @param position number of the item in that stream, from 1; 0 before the first
 */
public record StreamToken(String stream, long position) {
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{32})\\.([0-9]{1,18})");

  /** Reads what {@link #toString} wrote; empty for anything else. */
  public static Optional<StreamToken> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(new StreamToken(matcher.group(1), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  /** Whether a client that shows this token has seen the item of that one. */
  boolean covers(String item) {
    return parse(item)
        .filter(t -> t.stream().equals(stream) && t.position() <= position)
        .isPresent();
  }

  @Override
  public String toString() {
    return stream + "." + position;
  }
}
