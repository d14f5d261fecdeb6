package dev.sendonce.api.problem;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;

/** Turns a problem into the HTTP answer that carries it. */
final class ProblemResponse {
  private ProblemResponse() {}

  static Response.ResponseBuilder of(Problem problem) {
    return Response.status(problem.getStatus())
        .type(Problem.MEDIA_TYPE)
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .entity(problem);
  }

  static Response.ResponseBuilder of(Problem problem, Duration retryAfter) {
    long seconds = Math.max(1, (retryAfter.toMillis() + 999) / 1000);
    return of(problem).header(HttpHeaders.RETRY_AFTER, seconds);
  }
}
