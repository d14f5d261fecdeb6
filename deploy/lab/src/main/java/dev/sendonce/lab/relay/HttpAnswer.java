package dev.sendonce.lab.relay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Map;

/** An answer of the admin API. */
final class HttpAnswer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final int status;
  private final String type;
  private final byte[] body;

  private HttpAnswer(int status, String type, byte[] body) {
    this.status = status;
    this.type = type;
    this.body = body;
  }

  static HttpAnswer of(String type, byte[] body) {
    return new HttpAnswer(200, type, body);
  }

  static HttpAnswer done() {
    return new HttpAnswer(204, null, new byte[0]);
  }

  static HttpAnswer json(Object value) throws JsonProcessingException {
    return new HttpAnswer(200, "application/json", JSON.writeValueAsBytes(value));
  }

  static HttpAnswer error(int status, String message) throws JsonProcessingException {
    byte[] body = JSON.writeValueAsBytes(Map.of("error", message));
    return new HttpAnswer(status, "application/json", body);
  }

  void send(HttpExchange exchange) throws IOException {
    if (type != null) {
      exchange.getResponseHeaders().set("Content-Type", type);
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }
}
