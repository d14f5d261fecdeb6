package dev.sendonce.api.auth;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemType;
import io.dropwizard.auth.UnauthorizedHandler;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

/** 401 in the shape of all other errors, with the challenge that RFC 9110, 11.6.1 asks for. */
final class KeyNeeded implements UnauthorizedHandler {
  @Override
  public Response buildResponse(String prefix, String realm) {
    return Response.status(Response.Status.UNAUTHORIZED)
        .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"" + realm + "\"")
        .type(Problem.MEDIA_TYPE)
        .entity(Problem.of(ProblemType.UNAUTHORIZED, ProblemType.UNAUTHORIZED.meaning()))
        .build();
  }
}
