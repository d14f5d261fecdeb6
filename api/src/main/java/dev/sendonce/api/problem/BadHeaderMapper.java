package dev.sendonce.api.problem;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.glassfish.jersey.message.internal.HeaderValueException;

/** 400 for a header that breaks its own syntax, such as an If-None-Match without quotes. */
final class BadHeaderMapper implements ExceptionMapper<HeaderValueException> {
  @Override
  public Response toResponse(HeaderValueException e) {
    return ProblemResponse.of(
            Problem.of(ProblemType.BAD_REQUEST, "A header of the request cannot be read."))
        .build();
  }
}
