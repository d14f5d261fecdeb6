package dev.sendonce.api.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.core.server.AbstractServerFactory;
import io.dropwizard.core.server.DefaultServerFactory;
import io.dropwizard.core.server.ServerFactory;
import io.dropwizard.core.server.SimpleServerFactory;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jetty.ConnectorFactory;
import io.dropwizard.jetty.HttpConnectorFactory;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.UriCompliance;

/**
 * What the HTTP server must be like whatever the YAML says, because the contract rests on it: keys
 * with an escaped slash arrive whole, errors have one shape, the request log holds no query, and
 * entity tags are versions (compression would change them).
 */
public final class HttpSetup {
  /** Known to the server, so that Jersey answers 405 with the methods that a path allows. */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY");

  private HttpSetup() {}

  /** To be called before the server is built. */
  public static void apply(ServerFactory factory, Environment environment) {
    if (factory instanceof AbstractServerFactory server) {
      server.setRegisterDefaultExceptionMappers(false);
      server.setRequestLogFactory(new RequestLineFactory());
      server.getGzipFilterFactory().setEnabled(false);
      server.setAllowedMethods(METHODS);
    }
    for (ConnectorFactory connector : applicationConnectors(factory)) {
      if (connector instanceof HttpConnectorFactory http) {
        http.setUriCompliance(UriCompliance.UNSAFE);
      }
    }
    ObjectMapper json = environment.getObjectMapper();
    environment.getApplicationContext().getServletHandler().setDecodeAmbiguousURIs(true);
    environment.getApplicationContext().setErrorHandler(new ErrorPages(json));
    environment
        .lifecycle()
        .addServerLifecycleListener(server -> server.setErrorHandler(new ErrorPages(json)));
  }

  private static List<ConnectorFactory> applicationConnectors(ServerFactory factory) {
    if (factory instanceof DefaultServerFactory server) {
      return server.getApplicationConnectors();
    }
    return factory instanceof SimpleServerFactory server
        ? List.of(server.getConnector())
        : List.of();
  }
}
