package dev.sendonce.api.http;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.intake.FieldError;
import java.util.List;
import java.util.Optional;

/** The {@code limit} and {@code cursor} of a request for a page. */
public record PageRequest(int limit, Optional<String> cursor) {
  private static final int USUAL = 50;
  private static final int MOST = 500;

  /** Reads the query parameters; 422 when the limit is no number from 1 to 500. */
  public static PageRequest of(String limit, String cursor) {
    return new PageRequest(limit == null ? USUAL : parse(limit), Optional.ofNullable(cursor));
  }

  /** The cursor as the number after which the page starts; 0 without one. */
  public long cursorAsNumber() {
    long number;
    try {
      number = cursor.map(Long::parseLong).orElse(0L);
    } catch (NumberFormatException e) {
      throw badCursor();
    }
    if (number < 0) {
      throw badCursor();
    }
    return number;
  }

  /** 422 for a cursor that this service did not give out. */
  public static ProblemException badCursor() {
    return refused("cursor", "is not a cursor that this collection gave out");
  }

  private static int parse(String limit) {
    if (limit.matches("[0-9]{1,3}")) {
      int number = Integer.parseInt(limit);
      if (number >= 1 && number <= MOST) {
        return number;
      }
    }
    throw refused("limit", "must be a whole number from 1 to " + MOST);
  }

  private static ProblemException refused(String field, String message) {
    return new ProblemException(Problem.invalid(List.of(new FieldError(field, message))));
  }
}
