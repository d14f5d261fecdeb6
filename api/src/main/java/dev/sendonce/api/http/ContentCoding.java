package dev.sendonce.api.http;

import com.google.common.net.HttpHeaders;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;

/**
 * Refuses compressed bodies with 415 (RFC 9110, 8.4): limits are about what goes over the wire and
 * what is behind it alike.
 */
public final class ContentCoding implements ContainerRequestFilter {
  @Override
  public void filter(ContainerRequestContext request) {
    String coding = request.getHeaderString(HttpHeaders.CONTENT_ENCODING);
    if (coding != null && !coding.isBlank() && !coding.strip().equalsIgnoreCase("identity")) {
      throw new ProblemException(
          Problem.of(
              ProblemType.UNSUPPORTED_MEDIA_TYPE,
              "Bodies with a Content-Encoding are not read; send it without."));
    }
  }
}
