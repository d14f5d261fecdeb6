package dev.sendonce.api.problem;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.sendonce.intake.FieldError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An error answer as {@code application/problem+json} (RFC 9457).
 *
 * @param detail this occurrence, in one or two sentences; no content and no address of a letter
 * @param instance path of the request, filled in when the answer is written
 * @param errors every invalid field, or null when the problem is not about fields
 * @param members further members by name, such as {@code state} or {@code existingKey}
 */
@JsonPropertyOrder({"type", "title", "status", "detail", "instance", "errors"})
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
    @JsonIgnore ProblemType kind,
    String detail,
    String instance,
    List<FieldError> errors,
    @JsonAnyGetter @JsonInclude(JsonInclude.Include.ALWAYS) Map<String, Object> members) {

  /** Media type of every error answer. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** A problem with a sentence about this occurrence. */
  public static Problem of(ProblemType kind, String detail) {
    return new Problem(kind, detail, null, null, Map.of());
  }

  /** The general problem behind a bare HTTP status. */
  public static Problem forStatus(int status) {
    ProblemType kind = ProblemStatus.typeOf(status);
    return of(kind, kind.meaning());
  }

  /** A problem that lists fields. */
  public static Problem invalid(List<FieldError> errors) {
    String detail =
        errors.size() == 1
            ? "One field is not valid."
            : errors.size() + " fields are not valid; all of them are listed.";
    return new Problem(ProblemType.INVALID_REQUEST, detail, null, List.copyOf(errors), Map.of());
  }

  /** The same problem with one more member. */
  public Problem with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new Problem(kind, detail, instance, errors, more);
  }

  /** The same problem as it occurred at this path. */
  public Problem at(String path) {
    return new Problem(kind, detail, path, errors, members);
  }

  /** Relative URI of the page that explains the kind. */
  public String getType() {
    return "/problems/" + kind.slug();
  }

  /** The kind's title. */
  public String getTitle() {
    return kind.title();
  }

  /** The HTTP status. */
  public int getStatus() {
    return kind.status();
  }
}
