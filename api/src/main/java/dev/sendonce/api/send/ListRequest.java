package dev.sendonce.api.send;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.intake.FieldError;
import dev.sendonce.intake.SendTime;
import dev.sendonce.ledger.SendFilter;
import dev.sendonce.message.AddressParser;
import dev.sendonce.message.ParsedAddress;
import dev.sendonce.send.SendState;
import jakarta.ws.rs.core.MultivaluedMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the filters of a list; 422 names all that are wrong, without repeating an address. */
final class ListRequest {
  private static final Set<String> PARAMETERS =
      Set.of("limit", "cursor", "state", "client", "relay", "batch", "recipient", "since");

  private final MultivaluedMap<String, String> query;
  private final List<FieldError> errors = new ArrayList<>();

  ListRequest(MultivaluedMap<String, String> query) {
    this.query = query;
  }

  /**
   * The filter.
   *
   * @param own the only client whose sends may be shown; empty for all
   */
  SendFilter filter(Optional<String> own) {
    query.forEach(this::known);
    SendFilter filter =
        new SendFilter(
            one("state").flatMap(this::state).orElse(null),
            own.or(() -> one("client")).orElse(null),
            one("relay").orElse(null),
            one("batch").orElse(null),
            one("recipient").flatMap(this::recipient).orElse(null),
            one("since").flatMap(this::since).orElse(null));
    if (!errors.isEmpty()) {
      throw new ProblemException(Problem.invalid(errors));
    }
    return filter;
  }

  /** False when the caller asks for another client than the one whose sends it may see. */
  boolean concerns(Optional<String> own) {
    return own.isEmpty() || one("client").map(own.get()::equals).orElse(true);
  }

  /** A typo in a filter must not be answered with a list that it did not filter. */
  private void known(String name, List<String> values) {
    if (!PARAMETERS.contains(name)) {
      refuse(name, "is not a known parameter");
    } else if (values.size() > 1) {
      refuse(name, "stands here twice");
    } else if (values.get(0).isEmpty()) {
      refuse(name, "is empty; leave it out or give it a value");
    }
  }

  private Optional<String> one(String name) {
    return Optional.ofNullable(query.getFirst(name)).filter(value -> !value.isEmpty());
  }

  private Optional<SendState> state(String text) {
    try {
      return Optional.of(SendState.fromWire(text));
    } catch (IllegalArgumentException e) {
      return refuse("state", "is not a state of a send");
    }
  }

  private Optional<String> recipient(String text) {
    return AddressParser.parse(text) instanceof ParsedAddress.Valid valid
        ? Optional.of(valid.mailbox().address().toString())
        : refuse("recipient", "is not an address");
  }

  private Optional<Instant> since(String text) {
    try {
      return Optional.of(SendTime.parse(text));
    } catch (IllegalArgumentException e) {
      return refuse("since", e.getMessage() + "; '+' is written %2B in a query");
    }
  }

  private <T> Optional<T> refuse(String field, String message) {
    errors.add(new FieldError(field, message));
    return Optional.empty();
  }
}
