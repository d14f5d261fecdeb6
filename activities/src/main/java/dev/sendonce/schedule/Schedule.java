package dev.sendonce.schedule;

import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A schedule as its row says. Immutable.
 *
 * @param id of the form of a key, at most {@link #LONGEST_ID} characters
 * @param state whether it may fire
 * @param pauses when it must not fire
 * @param underWay its letters that may not be finished; only the newest where overlap is allowed
 * @param firings the newest, oldest first
 * @param applied whether Temporal has been told everything that this row says
 * @param watchedUntil firings up to here that did not happen are in the list as missed
 */
public record Schedule(
    String id,
    Terms terms,
    State state,
    Pauses pauses,
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
        id, terms, State.CREATING, Pauses.NONE, List.of(), List.of(), false, now, now, now, 1);
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

  /** Whether a key is the one of a nominal local time that is still to come. */
  public boolean isToCome(SendKey key, Instant now) {
    if (!key.value().startsWith(keyPrefix())) {
      return false;
    }
    try {
      String time = key.value().substring(keyPrefix().length());
      return LocalDateTime.parse(time, MINUTE).isAfter(LocalDateTime.ofInstant(now, terms.zone()));
    } catch (DateTimeParseException e) {
      return false; // some other key
    }
  }

  /** The newest firing with a key, if it is among those kept. */
  public Optional<Firing> firing(SendKey key) {
    return firings.stream().filter(f -> key.value().equals(f.key())).reduce((a, b) -> b);
  }

  /** Set while it must not fire. */
  public Pauses.Pause pause() {
    return pauses.current();
  }

  /** Whether Temporal is told the same of both. */
  public boolean rings(Schedule other) {
    return Objects.equals(pause(), other.pause())
        && terms.rule().equals(other.terms.rule())
        && terms.zone().equals(other.terms.zone())
        && terms.catchUp().equals(other.terms.catchUp());
  }

  /** In the order in which they happened; of a missed one that is when it should have. */
  Schedule with(Firing firing) {
    List<Firing> all = new ArrayList<>(firings);
    all.add(firing);
    all.sort(Comparator.comparing(Firing::at));
    List<Firing> kept = newest(all, KEPT_FIRINGS);
    return copy(terms, state, pauses, underWay, kept, applied, watchedUntil, updatedAt, version);
  }

  Schedule withUnderWay(List<UnderWay> letters) {
    List<UnderWay> kept = newest(letters, MOST_UNDER_WAY);
    return copy(terms, state, pauses, kept, firings, applied, watchedUntil, updatedAt, version);
  }

  /** In another state. */
  public Schedule in(State next) {
    return copy(terms, next, pauses, underWay, firings, applied, watchedUntil, updatedAt, version);
  }

  /** Paused; Temporal has to be told. */
  public Schedule paused(Pauses.Pause pause) {
    return withPauses(pauses.begun(pause), false);
  }

  /** Not paused any more; Temporal has to be told. */
  public Schedule unpaused(Instant at) {
    return withPauses(pauses.ended(at), false);
  }

  /** Whether Temporal knows it. */
  public Schedule withApplied(boolean yes) {
    return withPauses(pauses, yes);
  }

  private Schedule withPauses(Pauses next, boolean known) {
    return copy(terms, state, next, underWay, firings, known, watchedUntil, updatedAt, version);
  }

  /** Nothing before this instant is looked for any more. */
  Schedule watchedUntil(Instant until) {
    Pauses still = pauses.since(until);
    return copy(terms, state, still, underWay, firings, applied, until, updatedAt, version);
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
    return copy(same, state, pauses, underWay, firings, applied, watchedUntil, updatedAt, version);
  }

  /** As the successor of a row; that somebody looked for missed firings is no news. */
  Schedule written(Schedule before, Instant now) {
    boolean news = !equals(before.watchedUntil(watchedUntil));
    Instant at = news ? now : updatedAt;
    return copy(terms, state, pauses, underWay, firings, applied, watchedUntil, at, version + 1);
  }

  private Schedule copy(
      Terms newTerms,
      State newState,
      Pauses newPauses,
      List<UnderWay> newUnderWay,
      List<Firing> newFirings,
      boolean newApplied,
      Instant newWatchedUntil,
      Instant newUpdatedAt,
      long newVersion) {
    return new Schedule(
        id,
        newTerms,
        newState,
        newPauses,
        newUnderWay,
        newFirings,
        newApplied,
        newWatchedUntil,
        createdAt,
        newUpdatedAt,
        newVersion);
  }

  private static <T> List<T> newest(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }
}
