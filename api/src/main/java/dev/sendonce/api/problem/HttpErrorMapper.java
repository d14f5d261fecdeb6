package dev.sendonce.api.problem;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives Jersey's own errors (unknown path, wrong method, nothing acceptable …) the shape of all
 * others. Headers such as Allow are kept; redirects pass unchanged.
 */
final class HttpErrorMapper implements ExceptionMapper<WebApplicationException> {
  private static final Set<String> BODY_HEADERS =
      Set.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_LENGTH, HttpHeaders.CACHE_CONTROL);

  private final Incidents incidents;

  HttpErrorMapper(Incidents incidents) {
    this.incidents = incidents;
  }

  @Override
  public Response toResponse(WebApplicationException e) {
    Response original = e.getResponse();
    if (original.getStatus() < 400) {
      return original;
    }
    Response.ResponseBuilder answer =
        original.getStatus() >= 500
            ? ProblemResponse.of(incidents.record(e))
            : ProblemResponse.of(Problem.forStatus(original.getStatus()));
    for (Map.Entry<String, List<Object>> header : original.getHeaders().entrySet()) {
      if (!BODY_HEADERS.contains(header.getKey())) {
        header.getValue().forEach(value -> answer.header(header.getKey(), value));
      }
    }
    return answer.build();
  }
}
