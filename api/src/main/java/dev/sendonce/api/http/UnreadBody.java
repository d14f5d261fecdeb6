package dev.sendonce.api.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;

/**
 * Says {@code Connection: close} where an answer was found before the body was read. The server
 * then closes the connection, because it cannot tell where the next request begins; a client that
 * is not told sends that one into the void (RFC 9112, 9.6).
 */
public final class UnreadBody implements ContainerResponseFilter {
  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (BodyLimit.leftUnread(request)) {
      response.getHeaders().putSingle("Connection", "close");
    }
  }
}
