package dev.sendonce.schedule;

import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A schedule as its row says. Immutable.
 *
 * @param id of the form of a key, at most {@link #LONGEST_ID} characters
 * @param state whether it may fire
 * @param pause set while it must not fire
 * @param underWay its letters that may not be finished; kept unless the overlap is allowed
 * @param firings the newest, oldest first
 * @param applied whether Temporal has been told everything that this row says
 * @param watchedUntil firings up to here that did not happen are in the list as missed
 */
public record Schedule(
    String id,
    Terms terms,
    State state,
    Pause pause,
    List<UnderWay> underWay,
    List<Firing> firings,
    boolean applied,
    Instant watchedUntil,
    Instant createdAt,
    Instant updatedAt,
    long version) {
  /** So that key and nominal time fit into a key of 200 characters. */
  public static final int LONGEST_ID = 183;

  static final int KEPT_FIRINGS = 50;
  private static final int MOST_UNDER_WAY = 100;
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm");

  public Schedule {
    underWay = List.copyOf(underWay);
    firings = List.copyOf(firings);
  }

  /** Whether a schedule may fire. */
  public enum State {
    /** Temporal may not know it yet; nobody was told that it exists. */
    CREATING,
    /** It exists. */
    ACTIVE,
    /** It never fires again; Temporal may not know that yet. */
    REMOVING
  }

  /**
   * A letter of the schedule.
   *
   * @param since before its request was handed to acceptance
   */
  public record UnderWay(String key, Instant since) {}

  /** Why and since when it must not fire. */
  public record Pause(String reason, String actor, Instant at) {}

  /**
   * What a client asked for; never changed.
   *
   * @param client whose sends its letters are
   * @param apiKey id of the API key whose grants are looked up at every firing
   * @param template JSON of a request to send
   */
  public record Terms(
      String client,
      String apiKey,
      Rule rule,
      ZoneId zone,
      Overlap overlap,
      Duration catchUp,
      String template) {}

  /** A new schedule that nobody knows yet. */
  public static Schedule create(String id, Terms terms, Instant now) {
    return new Schedule(
        id, terms, State.CREATING, null, List.of(), List.of(), false, now, now, now, 1);
  }

  /** Rule and zone. */
  public Timetable timetable() {
    return new Timetable(terms.rule(), terms.zone());
  }

  /** What every key of a schedule with this id begins with. */
  public static String keyPrefix(String id) {
    return id + "/";
  }

  /** What every key of this schedule begins with. */
  public String keyPrefix() {
    return keyPrefix(id);
  }

  /** The key of the letter of a nominal local time: the same whoever fires it, and how often. */
  public SendKey key(LocalDateTime nominal) {
    return new SendKey(keyPrefix() + MINUTE.format(nominal));
  }

  /** The newest firing with a key, if it is among those kept. */
  public Optional<Firing> firing(SendKey key) {
    return firings.stream().filter(f -> key.value().equals(f.key())).reduce((a, b) -> b);
  }

  Schedule with(Firing firing) {
    List<Firing> all = new ArrayList<>(firings);
    all.add(firing);
    return copy(state, pause, underWay, newest(all, KEPT_FIRINGS), applied, watchedUntil);
  }

  Schedule withUnderWay(List<UnderWay> letters) {
    return copy(state, pause, newest(letters, MOST_UNDER_WAY), firings, applied, watchedUntil);
  }

  /** In another state. */
  public Schedule in(State next) {
    return copy(next, pause, underWay, firings, applied, watchedUntil);
  }

  /** Paused, or not when it is null; Temporal has to be told. */
  public Schedule paused(Pause next) {
    return copy(state, next, underWay, firings, false, watchedUntil);
  }

  /** Whether Temporal knows it. */
  public Schedule withApplied(boolean yes) {
    return copy(state, pause, underWay, firings, yes, watchedUntil);
  }

  /** Nothing before this instant is looked for any more. */
  public Schedule watchedUntil(Instant until) {
    return copy(state, pause, underWay, firings, applied, until);
  }

  /** Acting with another API key of the same client. */
  public Schedule actingWith(String apiKey) {
    Terms same =
        new Terms(
            terms.client(),
            apiKey,
            terms.rule(),
            terms.zone(),
            terms.overlap(),
            terms.catchUp(),
            terms.template());
    return new Schedule(
        id,
        same,
        state,
        pause,
        underWay,
        firings,
        applied,
        watchedUntil,
        createdAt,
        updatedAt,
        version);
  }

  Schedule written(Instant now) {
    return new Schedule(
        id,
        terms,
        state,
        pause,
        underWay,
        firings,
        applied,
        watchedUntil,
        createdAt,
        now,
        version + 1);
  }

  private Schedule copy(
      State newState,
      Pause newPause,
      List<UnderWay> newUnderWay,
      List<Firing> newFirings,
      boolean newApplied,
      Instant newWatchedUntil) {
    return new Schedule(
        id,
        terms,
        newState,
        newPause,
        newUnderWay,
        newFirings,
        newApplied,
        newWatchedUntil,
        createdAt,
        updatedAt,
        version);
  }

  private static <T> List<T> newest(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }
}
