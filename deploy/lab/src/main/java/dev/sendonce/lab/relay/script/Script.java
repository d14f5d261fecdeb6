package dev.sendonce.lab.relay.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A named behaviour of a relay: what it does differently from accepting everything. Immutable;
 * {@link #at} and {@link #offering} return changed copies.
 *
 * @param name usable as the local part of an address
 * @param about one sentence for the help
 * @param offers the EHLO keywords, when the script does not want the usual ones
 * @param actions the steps at each point that is not handled as usual
 */
public record Script(
    String name, String about, Optional<List<String>> offers, Map<Point, List<Step>> actions) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?");

  /** Accepts and keeps everything. */
  public static final Script ACCEPT = named("accept", "Takes, keeps and acknowledges the letter.");

  public Script {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a script's name has lower-case letters, digits, dots and hyphens, not: " + name);
    }
    offers = offers.map(List::copyOf);
    Map<Point, List<Step>> copy = new LinkedHashMap<>();
    actions.forEach((point, steps) -> copy.put(point, List.copyOf(steps)));
    actions = java.util.Collections.unmodifiableMap(copy);
  }

  /** A script that does nothing special yet. */
  public static Script named(String name, String about) {
    return new Script(name, about, Optional.empty(), Map.of());
  }

  /** The same with steps at a point. */
  public Script at(Point point, Step... steps) {
    Map<Point, List<Step>> more = new LinkedHashMap<>(actions);
    more.put(point, List.of(steps));
    return new Script(name, about, offers, more);
  }

  /** The same with steps at a place that needs no number. */
  public Script at(Point.Place place, Step... steps) {
    return at(Point.at(place), steps);
  }

  /** The same with these EHLO keywords instead of the usual ones. */
  public Script offering(String... keywords) {
    return new Script(name, about, Optional.of(List.of(keywords)), actions);
  }

  /** The steps at a point, when they differ from the usual ones. */
  public Optional<List<Step>> stepsAt(Point point) {
    return Optional.ofNullable(actions.get(point));
  }

  /** The steps for the n-th recipient: its own, else those for each one. */
  public Optional<List<Step>> stepsAtRcpt(int n) {
    return stepsAt(Point.rcpt(n)).or(() -> stepsAt(Point.at(Point.Place.RCPT)));
  }

  /** The points of one kind, in ascending order of their numbers. */
  public List<Point> points(Point.Place place) {
    List<Point> found = new ArrayList<>(actions.keySet());
    found.removeIf(p -> p.place() != place);
    found.sort(java.util.Comparator.comparingLong(Point::number));
    return found;
  }
}
