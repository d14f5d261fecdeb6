package dev.sendonce.api.problem;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** Answers with the problem that a resource or filter named. */
final class ProblemMapper implements ExceptionMapper<ProblemException> {
  @Override
  public Response toResponse(ProblemException e) {
    return e.retryAfter()
        .map(after -> ProblemResponse.of(e.problem(), after))
        .orElseGet(() -> ProblemResponse.of(e.problem()))
        .build();
  }
}
