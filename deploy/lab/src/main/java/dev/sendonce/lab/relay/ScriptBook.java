package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.script.Catalogue;
import dev.sendonce.lab.relay.script.Point;
import dev.sendonce.lab.relay.script.Script;
import dev.sendonce.lab.relay.script.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The scripts a relay knows and which one governs what: new connections take the next of the queued
 * scripts, else the default one; a recipient at {@code fault.test} chooses its own. Thread-safe.
 */
public final class ScriptBook {
  private static final String DOMAIN = "@fault.test";

  private final Map<String, Script> builtIn = new LinkedHashMap<>();
  private final Map<String, Script> own = new LinkedHashMap<>();
  private final Deque<Script> next = new ArrayDeque<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private Script standard = Script.ACCEPT;

  /** A book with the scripts of {@link Catalogue}. */
  public ScriptBook() {
    Catalogue.scripts().forEach(s -> builtIn.put(s.name(), s));
  }

  /** Adds a script or replaces one of the same name. */
  public synchronized void add(Script script) {
    own.put(script.name(), script);
  }

  /** A script by its name. */
  public synchronized Optional<Script> find(String name) {
    return Optional.ofNullable(own.getOrDefault(name, builtIn.get(name)));
  }

  /** All scripts: the built-in ones, then those that were added. */
  public synchronized List<Script> all() {
    Map<String, Script> all = new LinkedHashMap<>(builtIn);
    all.putAll(own);
    return List.copyOf(all.values());
  }

  /** The script of connections for which none is queued. */
  public synchronized Script standard() {
    return standard;
  }

  /** Makes a script govern all connections from now on. */
  public synchronized void useAlways(Script script) {
    standard = script;
  }

  /** Makes a script govern the next connections only. */
  public synchronized void useNext(Script script, int connections) {
    for (int i = 0; i < connections; i++) {
      next.add(script);
    }
  }

  /** Forgets one added script; false when there was none. A default of that name ends with it. */
  public synchronized boolean remove(String name) {
    if (own.remove(name) == null) {
      return false;
    }
    next.removeIf(s -> s.name().equals(name));
    if (standard.name().equals(name)) {
      standard = Script.ACCEPT;
    }
    return true;
  }

  /** Forgets everything that was added, queued, chosen as default or counted. */
  public synchronized void reset() {
    own.clear();
    next.clear();
    counts.clear();
    standard = Script.ACCEPT;
  }

  synchronized Script forConnection() {
    Script queued = next.poll();
    return queued == null ? standard : queued;
  }

  /** True for addresses whose local part has to name a script. */
  static boolean choosesScript(String address) {
    return address.toLowerCase(Locale.ROOT).endsWith(DOMAIN);
  }

  /** The script that an address at {@code fault.test} names; detail after a plus is ignored. */
  Optional<Script> chosenBy(String address) {
    String local = address.substring(0, address.lastIndexOf('@')).toLowerCase(Locale.ROOT);
    int plus = local.indexOf('+');
    return find(plus < 0 ? local : local.substring(0, plus));
  }

  /**
   * Replaces counted steps by those that are due now, and counts.
   *
   * @param letter what {@link Step.First} counts by
   */
  synchronized List<Step> decide(Script script, Point point, String letter, List<Step> steps) {
    List<Step> due = new ArrayList<>();
    for (Step step : steps) {
      String base = script.name() + ' ' + point;
      if (step instanceof Step.First first) {
        boolean early = count(base + " for " + letter) <= first.times();
        due.addAll(decide(script, point, letter, early ? first.steps() : first.then()));
      } else if (step instanceof Step.Every every) {
        boolean hit = count(base) % every.nth() == 0;
        due.addAll(decide(script, point, letter, hit ? every.steps() : every.otherwise()));
      } else {
        due.add(step);
      }
    }
    return due;
  }

  private int count(String what) {
    return counts.merge(what, 1, Integer::sum);
  }
}
