package dev.sendonce.api;

import dev.sendonce.api.config.SendonceConfiguration;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import java.net.URI;

/** Where people reach the REST API, for links in the Temporal UI. */
final class PublicUrl {
  private PublicUrl() {}

  /** The configured one, else the first connector as seen from the same machine. */
  static URI of(SendonceConfiguration c) {
    return c.publicUrl().map(PublicUrl::withoutSlash).orElseGet(() -> local(c));
  }

  private static URI withoutSlash(String url) {
    return URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
  }

  private static URI local(SendonceConfiguration c) {
    int port = 8080;
    if (c.getServerFactory() instanceof DefaultServerFactory server
        && server.getApplicationConnectors().get(0) instanceof HttpConnectorFactory http) {
      port = http.getPort();
    }
    return URI.create("http://127.0.0.1:" + port);
  }
}
