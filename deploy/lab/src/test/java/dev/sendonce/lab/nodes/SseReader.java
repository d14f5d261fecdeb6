package dev.sendonce.lab.nodes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of a stream as anybody would write it: reads, keeps the id of the last event, and when
 * the connection breaks or is silent goes on at the next node with that id.
 */
final class SseReader implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SILENCE_MILLIS = 4_000;

  private final List<URI> nodes;
  private final String apiKey;
  private final String path;
  private final Queue<JsonNode> seen = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile Socket connection;
  private volatile boolean closed;
  private String lastEventId;
  private int node;

  /**
   * Begins at once.
   *
   * @param first index of the node to begin with
   */
  SseReader(List<URI> nodes, String apiKey, String path, int first) {
    this.nodes = List.copyOf(nodes);
    this.apiKey = apiKey;
    this.path = path;
    this.node = first;
    Thread thread = new Thread(this::read, "sse-reader");
    thread.setDaemon(true);
    thread.start();
  }

  /** The data of every event, in the order of arrival. */
  List<JsonNode> seen() {
    return List.copyOf(seen);
  }

  int connections() {
    return connections.get();
  }

  /** Breaks the connection, as a proxy may at any moment; the reader goes on at the next node. */
  void breakOff() {
    Socket open = connection;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void read() {
    while (!closed) {
      try {
        readOneConnection();
      } catch (IOException broken) {
        // at the next node, after the last event that was read completely
        node = (node + 1) % nodes.size();
      }
    }
  }

  // A plain socket, because closing it under a blocked reader is defined; an HttpURLConnection's
  // disconnect in the middle of a read is not, and could end the reading thread.
  private void readOneConnection() throws IOException {
    URI uri = nodes.get(node);
    try (Socket open = new Socket()) {
      connection = open;
      connections.incrementAndGet();
      open.setSoTimeout(SILENCE_MILLIS);
      open.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), SILENCE_MILLIS);
      open.getOutputStream().write(request(uri).getBytes(StandardCharsets.US_ASCII));
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(open.getInputStream(), StandardCharsets.UTF_8));
      String status = line(lines);
      if (!status.contains(" 200 ")) {
        throw new IOException(status);
      }
      while (!line(lines).isEmpty()) {}
      readEvents(lines);
    }
  }

  /** In HTTP 1.0, so that the body comes as it is and not in chunks. */
  private String request(URI uri) {
    StringBuilder request = new StringBuilder("GET ").append(path).append(" HTTP/1.0\r\n");
    request.append("Host: ").append(uri.getAuthority()).append("\r\n");
    request.append("Authorization: Bearer ").append(apiKey).append("\r\n");
    request.append("Accept: text/event-stream\r\n");
    if (lastEventId != null) {
      request.append("Last-Event-ID: ").append(lastEventId).append("\r\n");
    }
    return request.append("\r\n").toString();
  }

  private void readEvents(BufferedReader lines) throws IOException {
    String id = null;
    String data = null;
    while (!closed) {
      String line = line(lines);
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("data: ")) {
        data = line.substring(6);
      } else if (line.isEmpty() && id != null) {
        if (data != null) {
          seen.add(JSON.readTree(data));
        }
        lastEventId = id;
        data = null;
      }
    }
  }

  private static String line(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    if (line == null) {
      throw new IOException("the stream ended");
    }
    return line;
  }

  @Override
  public void close() {
    closed = true;
    breakOff();
  }
}
