package dev.sendonce.api.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sendonce.api.problem.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Gives errors that never reach Jersey (bad request lines, shutdown …) the shape of all others. */
final class ErrorPages extends ErrorHandler {
  private static final String UNREADABLE = "/badMessage";

  private final ObjectMapper json;

  ErrorPages(ObjectMapper json) {
    this.json = json;
  }

  @Override
  public boolean errorPageForMethod(String method) {
    return true;
  }

  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int code,
      String message,
      Throwable cause,
      Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
    if (code == 503) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, 1L);
    }
    if (code == 405) {
      response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST, DELETE, OPTIONS");
    }
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    response.write(true, body(code, path(request)), callback);
  }

  /** Jetty puts a path of its own in the place of one that it could not read. */
  private static String path(Request request) {
    String path = request.getHttpURI().getPath();
    return UNREADABLE.equals(path) ? null : path;
  }

  private ByteBuffer body(int status, String path) {
    Problem problem = Problem.forStatus(status).at(path);
    try {
      return ByteBuffer.wrap(json.writeValueAsBytes(problem));
    } catch (JsonProcessingException e) {
      return ByteBuffer.wrap("{}".getBytes(StandardCharsets.US_ASCII));
    }
  }
}
