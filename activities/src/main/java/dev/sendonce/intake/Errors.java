package dev.sendonce.intake;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a request, up to what a person would read. Not thread-safe. */
final class Errors {
  private static final int MAXIMUM = 100;
  private static final int LONGEST_FIELD = 120;

  private final List<FieldError> list = new ArrayList<>();

  /** Notes a defect; the message completes a sentence that begins with the field. */
  void add(String field, String message) {
    if (list.size() < MAXIMUM) {
      list.add(
          new FieldError(
              field.length() > LONGEST_FIELD ? field.substring(0, LONGEST_FIELD) + "…" : field,
              message));
    }
  }

  /** True when this very field has a defect already. */
  boolean has(String field) {
    return list.stream().anyMatch(e -> e.field().equals(field));
  }

  boolean isEmpty() {
    return list.isEmpty();
  }

  List<FieldError> list() {
    return List.copyOf(list);
  }

  /** These and then the others. */
  List<FieldError> and(Errors others) {
    List<FieldError> all = new ArrayList<>(list);
    all.addAll(others.list);
    return List.copyOf(all);
  }
}
