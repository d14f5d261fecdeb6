package dev.sendonce.intake;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.send.Send;
import dev.sendonce.sequence.Sequence;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads everything of a request that is neither envelope nor content. Thread-safe. */
final class TermsReader {
  private static final int METADATA_ENTRIES = 50;
  private static final int METADATA_VALUE = 1000;
  private static final Pattern METADATA_NAME = Pattern.compile("[A-Za-z0-9_.-]{1,100}");

  private final IntakeSettings settings;

  TermsReader(IntakeSettings settings) {
    this.settings = settings;
  }

  /**
   * The terms; what is not well formed goes to {@code errors}, what this deployment does not allow
   * now to {@code policy}.
   */
  Terms read(Fields fields, Submitter submitter, Instant now, Errors errors, Errors policy) {
    return new Terms(
        relay(fields, submitter, policy),
        sendAt(fields, now, errors, policy),
        expireAfter(fields, errors, policy),
        metadata(fields, errors),
        reference(fields, errors),
        fields.flag("allowDuplicateContent"));
  }

  static void fingerprint(Terms terms, Fingerprint fingerprint) {
    fingerprint.field("relay", d -> d.add(terms.relay()));
    terms.sendAt().ifPresent(t -> fingerprint.field("sendAt", d -> d.add(t.toEpochMilli())));
    terms.expireAfter().ifPresent(e -> fingerprint.field("expireAfter", d -> d.add(e.toMillis())));
    if (!terms.metadata().isEmpty()) {
      fingerprint.field(
          "metadata",
          d -> new TreeMap<>(terms.metadata()).forEach((name, value) -> d.add(name).add(value)));
    }
    terms
        .reference()
        .ifPresent(
            r -> fingerprint.field("reference", d -> d.add(r.category()).add(r.subCategory())));
    if (terms.allowDuplicateContent()) {
      fingerprint.field("allowDuplicateContent", d -> d.add(1));
    }
  }

  private String relay(Fields fields, Submitter submitter, Errors policy) {
    String relay = fields.line("relay", 100).orElse(settings.defaultRelay());
    boolean allowed = submitter.relays().isEmpty() || submitter.relays().contains(relay);
    if (!settings.relays().containsKey(relay)) {
      policy.add("relay", "is not a relay of this service");
    } else if (!allowed) {
      policy.add("relay", "may not be used with this API key");
    }
    return relay;
  }

  private Optional<Instant> sendAt(Fields fields, Instant now, Errors errors, Errors policy) {
    Optional<String> text = fields.line("sendAt", 60);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      Instant at = SendTime.parse(text.get());
      SendTime.tooFarAhead(at, now, settings.limits().ahead())
          .ifPresent(defect -> policy.add("sendAt", defect));
      return Optional.of(at);
    } catch (IllegalArgumentException e) {
      errors.add("sendAt", e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Duration> expireAfter(Fields fields, Errors errors, Errors policy) {
    Optional<String> text = fields.line("expireAfter", 60);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      Duration duration = Duration.parse(text.get());
      Duration maximum = settings.limits().expireAfter();
      if (duration.isNegative() || duration.isZero()) {
        errors.add("expireAfter", "must be longer than zero");
        return Optional.empty();
      }
      if (duration.compareTo(maximum) > 0) {
        policy.add("expireAfter", "is longer than the maximum of " + maximum);
        return Optional.of(maximum);
      }
      return Optional.of(duration);
    } catch (DateTimeParseException e) {
      errors.add("expireAfter", "must be an ISO 8601 duration such as PT24H or P2D");
      return Optional.empty();
    }
  }

  private static Map<String, String> metadata(Fields fields, Errors errors) {
    Map<String, String> metadata = fields.entries("metadata", METADATA_ENTRIES, METADATA_VALUE);
    for (String name : metadata.keySet()) {
      if (!METADATA_NAME.matcher(name).matches()) {
        errors.add(
            fields.path("metadata") + "." + name,
            "has a name that is not 1 to 100 characters of A-Z a-z 0-9 _ . -");
      }
    }
    return new LinkedHashMap<>(metadata);
  }

  private static Optional<Send.Reference> reference(Fields fields, Errors errors) {
    Optional<JsonNode> object = fields.object("reference");
    if (object.isEmpty()) {
      return Optional.empty();
    }
    Map<String, JsonNode> values = new HashMap<>();
    object
        .get()
        .properties()
        .forEach(
            entry -> {
              String name = entry.getKey();
              if (!name.equals("category") && !name.equals("subCategory")) {
                errors.add("reference." + name, "is not a known field");
              } else if (!entry.getValue().isNull()) {
                values.put(name, entry.getValue());
              }
            });
    Fields inner = new Fields("reference.", values, errors);
    Optional<String> category = category(inner, "category", errors);
    Optional<String> subCategory = category(inner, "subCategory", errors);
    return category.isPresent() && subCategory.isPresent()
        ? Optional.of(new Send.Reference(category.get(), subCategory.get(), null, null))
        : Optional.empty();
  }

  private static Optional<String> category(Fields fields, String name, Errors errors) {
    if (!fields.has(name)) {
      errors.add(fields.path(name), "is required");
      return Optional.empty();
    }
    Optional<String> value = fields.line(name, 100);
    if (value.isPresent() && !Sequence.isName(value.get())) {
      errors.add(fields.path(name), "must be 1 to 64 characters of A-Z a-z 0-9 . _ -");
      return Optional.empty();
    }
    return value;
  }
}
