package dev.sendonce.api.server;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.NanoTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One log line per request: method, path, status, size, duration. Never a query (the list can be
 * asked for a recipient), a header or a body. Goes through the ordinary logging, so that its format
 * (text or JSON) is configured in one place; the logger's name is {@code sendonce.request}.
 */
final class RequestLine implements RequestLog {
  private static final Logger LOG = LoggerFactory.getLogger("sendonce.request");
  private static final int LONGEST_PATH = 300;

  @Override
  public void log(Request request, Response response) {
    LOG.info(
        "{} {} {} {}b {}ms",
        request.getMethod(),
        path(request),
        response.getStatus(),
        Response.getContentBytesWritten(response),
        TimeUnit.NANOSECONDS.toMillis(NanoTime.since(request.getHeadersNanoTime())));
  }

  private static String path(Request request) {
    String path = request.getHttpURI().getPath();
    if (path == null) {
      return "-";
    }
    return path.length() > LONGEST_PATH ? path.substring(0, LONGEST_PATH) + "…" : path;
  }
}
