package dev.sendonce.api.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;

/** Headers that every answer carries; a resource may set stricter or fitting ones itself. */
public final class SecurityHeaders implements ContainerResponseFilter {
  private final boolean lab;

  /**
   * The filter.
   *
   * @param lab whether every answer says that the safety minimums are lifted
   */
  public SecurityHeaders(boolean lab) {
    this.lab = lab;
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    MultivaluedMap<String, Object> headers = response.getHeaders();
    headers.putSingle("X-Content-Type-Options", "nosniff");
    headers.putSingle("X-Frame-Options", "DENY");
    headers.putSingle("Referrer-Policy", "no-referrer");
    if (!headers.containsKey("Content-Security-Policy")) {
      headers.putSingle(
          "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
    }
    if (!headers.containsKey(HttpHeaders.CACHE_CONTROL)) {
      headers.putSingle(HttpHeaders.CACHE_CONTROL, "no-store");
    }
    if (lab) {
      headers.putSingle("Sendonce-Lab", "true");
    }
  }
}
