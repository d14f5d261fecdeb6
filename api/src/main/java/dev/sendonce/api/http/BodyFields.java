package dev.sendonce.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.intake.FieldError;
import dev.sendonce.message.Characters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Takes the fields of a small request body one by one and collects everything that is wrong, so
 * that one answer lists it all. Call {@link #check()} last.
 */
public final class BodyFields {
  /** What a person would read. */
  private static final int MOST_ERRORS = 100;

  private static final int LONGEST_NAME = 120;

  private final JsonNode body;
  private final String prefix;
  private final Set<String> known = new HashSet<>();
  private final List<FieldError> errors;
  private final List<BodyFields> inside = new ArrayList<>();

  public BodyFields(JsonNode body) {
    this(body, "", new ArrayList<>());
  }

  private BodyFields(JsonNode body, String prefix, List<FieldError> errors) {
    this.body = body;
    this.prefix = prefix;
    this.errors = errors;
  }

  /** An object that may be missing. */
  public Optional<JsonNode> object(String field) {
    JsonNode node = take(field);
    return node == null || node.isObject()
        ? Optional.ofNullable(node)
        : refuse(field, "must be an object");
  }

  /** The fields of an object that may be missing; what is wrong with them is listed here, too. */
  public Optional<BodyFields> fields(String field) {
    Optional<BodyFields> found =
        object(field).map(node -> new BodyFields(node, prefix + field + ".", errors));
    found.ifPresent(inside::add);
    return found;
  }

  /** The objects of a list that must be there; what is wrong with them is listed here, too. */
  public List<BodyFields> each(String field, int most) {
    JsonNode node = take(field);
    if (node == null || !node.isArray() || node.size() > most) {
      refuse(field, "must be a list of at most " + most + " objects");
      return List.of();
    }
    List<BodyFields> elements = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      String name = field + "[" + i + "]";
      if (node.get(i).isObject()) {
        elements.add(new BodyFields(node.get(i), prefix + name + ".", errors));
      } else {
        refuse(name, "must be an object");
      }
    }
    inside.addAll(elements);
    return elements;
  }

  /** A line of text that may be missing. */
  public Optional<String> optionalText(String field, int longest) {
    JsonNode node = take(field);
    if (node == null) {
      return Optional.empty();
    }
    if (!node.isTextual()) {
      return refuse(field, "must be a string");
    }
    return line(field, node.textValue(), longest);
  }

  private Optional<String> line(String field, String text, int longest) {
    if (text.codePointCount(0, text.length()) > longest) {
      return refuse(field, "must not be longer than " + longest + " characters");
    }
    Optional<String> defect = Characters.lineDefect(text);
    return defect.isPresent() ? refuse(field, defect.get()) : Optional.of(text);
  }

  /** A text that must be there and must not be blank; null only after an error was noted. */
  public String text(String field, int longest) {
    int before = errors.size();
    Optional<String> text = optionalText(field, longest).filter(t -> !t.isBlank());
    if (text.isEmpty() && errors.size() == before) {
      refuse(field, "is required");
    }
    return text.orElse(null);
  }

  /** A text turned into something else; the conversion's message is the error. */
  public <T> T converted(String field, int longest, Function<String, T> conversion) {
    String text = text(field, longest);
    if (text == null) {
      return null;
    }
    try {
      return conversion.apply(text);
    } catch (IllegalArgumentException e) {
      refuse(field, e.getMessage());
      return null;
    }
  }

  /** A whole number that must be there; null only after an error was noted. */
  public Integer integer(String field, int least) {
    Long number = number(field, least, Integer.MAX_VALUE);
    return number == null ? null : Integer.valueOf(number.intValue());
  }

  /** The same for numbers of any size that a send may have. */
  public Long number(String field, long least) {
    return number(field, least, Long.MAX_VALUE);
  }

  private Long number(String field, long least, long most) {
    JsonNode node = take(field);
    if (node == null) {
      refuse(field, "is required");
      return null;
    }
    boolean whole = node.isIntegralNumber() && node.canConvertToLong();
    if (!whole || node.longValue() < least || node.longValue() > most) {
      refuse(field, "must be a whole number, at least " + least);
      return null;
    }
    return node.longValue();
  }

  /** A flag; false when it is missing. */
  public boolean flag(String field) {
    JsonNode node = take(field);
    if (node == null) {
      return false;
    }
    if (!node.isBoolean()) {
      refuse(field, "must be true or false");
      return false;
    }
    return node.booleanValue();
  }

  /** A list of lines of text, none of them blank; empty when it is missing. */
  public List<String> texts(String field, int most, int longest) {
    JsonNode node = take(field);
    if (node == null) {
      return List.of();
    }
    if (!node.isArray() || node.size() > most) {
      refuse(field, "must be a list of at most " + most + " strings");
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      String name = field + "[" + i + "]";
      if (node.get(i).isTextual() && !node.get(i).textValue().isBlank()) {
        line(name, node.get(i).textValue(), longest).ifPresent(texts::add);
      } else {
        refuse(name, "must be a string that is not empty");
      }
    }
    return texts;
  }

  /** A list of whole numbers in a range; empty when it is missing. */
  public List<Integer> integers(String field, int least, int most) {
    JsonNode node = take(field);
    if (node == null) {
      return List.of();
    }
    if (!node.isArray() || node.size() > most) {
      refuse(field, "must be a list of at most " + most + " whole numbers");
      return List.of();
    }
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      JsonNode each = node.get(i);
      boolean whole = each.isIntegralNumber() && each.canConvertToInt();
      if (whole && each.intValue() >= least && each.intValue() <= most) {
        numbers.add(each.intValue());
      } else {
        refuse(field + "[" + i + "]", "must be a whole number from " + least + " to " + most);
      }
    }
    return numbers;
  }

  /** Notes an error that the caller found. */
  public <T> Optional<T> refuse(String field, String message) {
    String name = prefix + field;
    if (errors.size() < MOST_ERRORS) {
      errors.add(
          new FieldError(
              name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name,
              message));
    }
    return Optional.empty();
  }

  /** Whether this field was given. */
  public boolean has(String field) {
    return take(field) != null;
  }

  /** Ends the reading: 422 with every error, unknown fields included. */
  public void check() {
    refuseUnknown();
    if (!errors.isEmpty()) {
      throw new ProblemException(Problem.invalid(errors));
    }
  }

  private void refuseUnknown() {
    inside.forEach(BodyFields::refuseUnknown);
    body.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                refuse(name, "is not a field of this request");
              }
            });
  }

  private JsonNode take(String field) {
    known.add(field);
    JsonNode node = body.get(field);
    return node == null || node.isNull() ? null : node;
  }
}
