package dev.sendonce.api.http;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a collection.
 *
 * @param next cursor of the next page, or null after the last
 */
public record Page<T>(List<T> items, String next) {
  /** The first {@code limit} of up to {@code limit + 1} items; the extra one only proves more. */
  public static <T> Page<T> of(List<T> found, int limit, Function<T, String> cursor) {
    if (found.size() <= limit) {
      return new Page<>(List.copyOf(found), null);
    }
    List<T> items = List.copyOf(found.subList(0, limit));
    return new Page<>(items, cursor.apply(items.get(limit - 1)));
  }
}
