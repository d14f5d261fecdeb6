package dev.sendonce.lab.launch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.ArrayList;
import java.util.List;

/**
 * What runs in a home, as recorded there.
 *
 * @param launcher the foreground process, which may be gone
 * @param children in the order in which they were started
 * @param stopping a stop is at work, so a child that ends is nothing to report
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Deployment(
    ProcessMark launcher, StartOptions options, List<Child> children, boolean stopping) {

  /** One process that a start began. */
  record Child(String name, ProcessMark process) {}

  /** The same, with a child added or replaced by its successor. */
  Deployment with(Child child) {
    List<Child> all = new ArrayList<>(children);
    all.removeIf(other -> other.name().equals(child.name()));
    all.add(child);
    return new Deployment(launcher, options, List.copyOf(all), stopping);
  }

  Deployment beingStopped() {
    return new Deployment(launcher, options, children, true);
  }

  boolean anyAlive() {
    return children.stream().anyMatch(child -> child.process().alive());
  }

  boolean alive(String name) {
    return children.stream()
        .anyMatch(child -> child.name().equals(name) && child.process().alive());
  }
}
