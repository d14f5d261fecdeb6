package dev.sendonce.api.auth;

import io.dropwizard.auth.AuthFilter;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Locale;

/**
 * Reads {@code Authorization: Bearer} (RFC 6750, 2.1). Unlike Dropwizard's OAuth filter it takes no
 * key from the query, where logs would catch it.
 */
@Priority(Priorities.AUTHENTICATION)
public final class BearerFilter extends AuthFilter<String, Caller> {
  private static final String SCHEME = "bearer ";

  private BearerFilter() {}

  @Override
  public void filter(ContainerRequestContext request) {
    if (!authenticate(request, credentials(request), SecurityContext.DIGEST_AUTH)) {
      request.abortWith(unauthorizedHandler.buildResponse(prefix, realm));
    }
  }

  private static String credentials(ContainerRequestContext request) {
    String header = request.getHeaderString(HttpHeaders.AUTHORIZATION);
    boolean bearer = header != null && header.toLowerCase(Locale.ROOT).startsWith(SCHEME);
    String token = bearer ? header.substring(SCHEME.length()).strip() : "";
    return token.isEmpty() ? null : token;
  }

  /** Builds the filter. */
  public static final class Builder extends AuthFilterBuilder<String, Caller, BearerFilter> {
    @Override
    protected BearerFilter newInstance() {
      return new BearerFilter();
    }
  }
}
