package dev.sendonce.api.problem;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** The last resort: 500 with an incident id and nothing else. */
final class UnexpectedMapper implements ExceptionMapper<Throwable> {
  private final Incidents incidents;

  UnexpectedMapper(Incidents incidents) {
    this.incidents = incidents;
  }

  @Override
  public Response toResponse(Throwable failure) {
    return ProblemResponse.of(incidents.record(failure)).build();
  }
}
