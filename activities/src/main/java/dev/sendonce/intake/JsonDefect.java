package dev.sendonce.intake;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;

/** Says where and why a body is no JSON, without quoting it. */
public final class JsonDefect {
  private JsonDefect() {}

  /** One sentence, with line and column where there are any. */
  public static String of(JsonProcessingException e) {
    if (e instanceof NoSingleObjectException) {
      return e.getOriginalMessage();
    }
    JsonLocation at = e.getLocation();
    String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    // two readers could understand such a body differently, so it is refused like any other defect
    boolean twice = String.valueOf(e.getOriginalMessage()).startsWith("Duplicate field");
    return twice
        ? "An object of the body has the same member twice" + where + "; keep one of them."
        : "The body is not JSON" + where + ".";
  }
}
