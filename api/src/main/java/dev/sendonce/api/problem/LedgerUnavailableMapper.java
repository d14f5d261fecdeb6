package dev.sendonce.api.problem;

import dev.sendonce.ledger.LedgerUnavailableException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.time.Duration;

/** 503: MongoDB did not answer with a majority. */
final class LedgerUnavailableMapper implements ExceptionMapper<LedgerUnavailableException> {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  @Override
  public Response toResponse(LedgerUnavailableException e) {
    return answer();
  }

  Response answer() {
    Problem problem =
        Problem.of(
            ProblemType.LEDGER_UNAVAILABLE,
            "The ledger did not answer in time. Repeat the request with the same key.");
    return ProblemResponse.of(problem, RETRY_AFTER).build();
  }
}
