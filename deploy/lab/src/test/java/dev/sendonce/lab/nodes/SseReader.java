package dev.sendonce.lab.nodes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
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
  private volatile HttpURLConnection connection;
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
    HttpURLConnection open = connection;
    if (open != null) {
      open.disconnect();
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

  private void readOneConnection() throws IOException {
    HttpURLConnection open =
        (HttpURLConnection) nodes.get(node).resolve(path).toURL().openConnection();
    open.setConnectTimeout(SILENCE_MILLIS);
    open.setReadTimeout(SILENCE_MILLIS);
    open.setRequestProperty("Authorization", "Bearer " + apiKey);
    open.setRequestProperty("Accept", "text/event-stream");
    if (lastEventId != null) {
      open.setRequestProperty("Last-Event-ID", lastEventId);
    }
    connection = open;
    connections.incrementAndGet();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(open.getInputStream(), StandardCharsets.UTF_8))) {
      String id = null;
      String data = null;
      for (String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
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
    throw new IOException("the stream ended");
  }

  @Override
  public void close() {
    closed = true;
    breakOff();
  }
}
