package dev.sendonce.api.http;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;

/**
 * Refuses paths and queries that the server would understand differently from the client. Jersey
 * cuts {@code a;b=c} down to {@code a}, and bytes that are not UTF-8 become U+FFFD: both would let
 * one key, or one filter, answer for another.
 */
@PreMatching
public final class PathGuard implements ContainerRequestFilter {
  @Override
  public void filter(ContainerRequestContext request) {
    String path = request.getUriInfo().getRequestUri().getRawPath();
    if (path.indexOf(';') >= 0) {
      throw refused("A path has no ';' here; inside a value write %3B.");
    }
    if (!Utf8Escapes.areWellFormed(path)) {
      throw refused("The path has escapes that are not UTF-8.");
    }
    String query = request.getUriInfo().getRequestUri().getRawQuery();
    if (query != null && !Utf8Escapes.areWellFormed(query)) {
      throw refused("The query has escapes that are not UTF-8.");
    }
  }

  private static ProblemException refused(String detail) {
    return new ProblemException(Problem.of(ProblemType.BAD_REQUEST, detail));
  }
}
