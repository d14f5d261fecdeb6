package dev.sendonce.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests that no well-behaved client would send, written to the socket as they are. */
final class RawHttp {
  private RawHttp() {}

  static RawAnswer get(URI base, String path, String apiKey) {
    return exchange(
        base,
        "GET "
            + path
            + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
            + apiKey
            + "\r\n"
            + "Connection: close\r\n\r\n");
  }

  static RawAnswer exchange(URI base, String request) {
    try (Socket socket = new Socket(base.getHost(), base.getPort())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return new RawAnswer(
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everything that came back. */
  record RawAnswer(String text) {
    int status() {
      return Integer.parseInt(text.substring(9, 12));
    }

    String head() {
      return text.substring(0, text.indexOf("\r\n\r\n"));
    }

    JsonNode json() throws IOException {
      String body = text.substring(text.indexOf("\r\n\r\n"));
      return new ObjectMapper()
          .readTree(body.substring(body.indexOf('{'), body.lastIndexOf('}') + 1));
    }
  }
}
