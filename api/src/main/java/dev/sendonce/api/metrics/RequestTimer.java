package dev.sendonce.api.metrics;

import com.codahale.metrics.MetricRegistry;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.glassfish.jersey.server.ExtendedUriInfo;
import org.glassfish.jersey.uri.UriTemplate;

/** Times requests by operation and status; keys and queries never enter a metric. */
@PreMatching
public final class RequestTimer implements ContainerRequestFilter, ContainerResponseFilter {
  /** Followed by the operation and the status, with dots between. */
  static final String NAME = "sendonce.http";

  private static final String STARTED = "sendonce.started";

  private final MetricRegistry metrics;
  private final LongSupplier nanoTime;

  public RequestTimer(MetricRegistry metrics, LongSupplier nanoTime) {
    this.metrics = metrics;
    this.nanoTime = nanoTime;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    request.setProperty(STARTED, nanoTime.getAsLong());
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(STARTED) instanceof Long started) {
      String name = MetricRegistry.name(NAME, operation(request), "" + response.getStatus());
      metrics.timer(name).update(nanoTime.getAsLong() - started, TimeUnit.NANOSECONDS);
    }
  }

  private static String operation(ContainerRequestContext request) {
    StringBuilder path = new StringBuilder();
    if (request.getUriInfo() instanceof ExtendedUriInfo uri) {
      for (UriTemplate template : uri.getMatchedTemplates()) {
        path.insert(0, template.getTemplate());
      }
    }
    return path.length() == 0
        ? "unmatched"
        : request.getMethod() + " " + path.toString().replace('.', '_').replace("//", "/");
  }
}
