package dev.sendonce.api.http;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.send.SendKey;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.Optional;

/**
 * The {@code Idempotency-Key} header, bare or as a structured field string (RFC 8941, 3.3.3): both
 * forms are the same key.
 */
public final class IdempotencyKey {
  /** Name of the header. */
  public static final String HEADER = "Idempotency-Key";

  private IdempotencyKey() {}

  /** The key of a request that must have one; 400 when it is missing, 422 when it is no key. */
  public static SendKey required(HttpHeaders headers) {
    return optional(headers)
        .orElseThrow(
            () ->
                new ProblemException(
                    Problem.of(
                        ProblemType.KEY_MISSING,
                        "Add the header '" + HEADER + ": <your key for this letter>'.")));
  }

  /** The key of a request that may have one; 422 when it is no key. */
  public static Optional<SendKey> optional(HttpHeaders headers) {
    return raw(headers).map(IdempotencyKey::valid);
  }

  private static SendKey valid(String value) {
    if (!SendKey.isValid(value)) {
      throw new ProblemException(
          Problem.of(ProblemType.KEY_INVALID, "A key is " + SendKey.RULE + "."));
    }
    return new SendKey(value);
  }

  /** The header's value without quotes, when it is there; 400 when it is given twice. */
  public static Optional<String> raw(HttpHeaders headers) {
    List<String> values = headers.getRequestHeader(HEADER);
    if (values == null || values.isEmpty()) {
      return Optional.empty();
    }
    if (values.size() > 1) {
      throw new ProblemException(
          Problem.of(ProblemType.BAD_REQUEST, "The header " + HEADER + " is given twice."));
    }
    String value = values.get(0).strip();
    return value.isEmpty() ? Optional.empty() : Optional.of(unquoted(value));
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
