package dev.sendonce.api.server;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.dropwizard.request.logging.RequestLogFactory;
import org.eclipse.jetty.server.RequestLog;

/**
 * Puts {@link RequestLine} in the place of Dropwizard's request log, whose formats include the
 * query.
 */
@JsonTypeName("sendonce")
final class RequestLineFactory implements RequestLogFactory<RequestLog> {
  @Override
  public boolean isEnabled() {
    return true;
  }

  @Override
  public RequestLog build(String name) {
    return new RequestLine();
  }
}
