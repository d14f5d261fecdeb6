package dev.sendonce.lab.docs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An HTTP server that answers each request with the next step of a script. Thread-safe. */
final class ScriptedServer implements AutoCloseable {
  private final ServerSocket front;
  private final List<Step> script;
  private final List<Request> requests = new ArrayList<>();

  /**
   * What becomes of a request.
   *
   * @param status 0 to read it and drop the connection
   * @param retryAfter seconds, 0 for no such field
   */
  record Step(int status, int retryAfter, String type, String body) {
    static Step drop() {
      return new Step(0, 0, null, null);
    }

    static Step problem(int status, int retryAfter, String slug) {
      String body = "{\"type\": \"/problems/" + slug + "\", \"status\": " + status + "}";
      return new Step(status, retryAfter, "application/problem+json", body);
    }

    static Step send(int status, String state) {
      return new Step(status, 0, "application/json", "{\"state\": \"" + state + "\"}");
    }
  }

  /**
   * One request.
   *
   * @param fields by name in small letters
   * @param arrived monotonic nanoseconds
   */
  record Request(String line, Map<String, String> fields, String body, long arrived) {
    /** Between this one and the one before. */
    Duration since(Request earlier) {
      return Duration.ofNanos(arrived - earlier.arrived);
    }
  }

  /** Repeats the last step when the script has ended. */
  ScriptedServer(List<Step> script) throws IOException {
    this.script = List.copyOf(script);
    front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  String url() {
    return "http://127.0.0.1:" + front.getLocalPort();
  }

  synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  private void serve() {
    while (!front.isClosed()) {
      try (Socket client = front.accept()) {
        Request request = read(client.getInputStream());
        answer(client, next(request));
      } catch (IOException e) {
        if (!front.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private synchronized Step next(Request request) {
    requests.add(request);
    return script.get(Math.min(requests.size(), script.size()) - 1);
  }

  private static Request read(InputStream in) throws IOException {
    String line = line(in);
    Map<String, String> fields = new HashMap<>();
    for (String field = line(in); !field.isEmpty(); field = line(in)) {
      int colon = field.indexOf(':');
      fields.put(
          field.substring(0, colon).toLowerCase(Locale.ROOT), field.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(fields.get("content-length"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Request(line, Map.copyOf(fields), body, System.nanoTime());
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("the client is gone");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private static void answer(Socket client, Step step) throws IOException {
    if (step.status() == 0) {
      client.setSoLinger(true, 0);
      return;
    }
    String head =
        "HTTP/1.1 "
            + step.status()
            + " Scripted\r\nConnection: close\r\nContent-Type: "
            + step.type()
            + "\r\nContent-Length: "
            + step.body().length()
            + (step.retryAfter() > 0 ? "\r\nRetry-After: " + step.retryAfter() : "")
            + "\r\n\r\n";
    OutputStream out = client.getOutputStream();
    out.write((head + step.body()).getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    front.close();
  }
}
