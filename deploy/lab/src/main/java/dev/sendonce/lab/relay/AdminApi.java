package dev.sendonce.lab.relay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sendonce.lab.relay.journal.Journal;
import dev.sendonce.lab.relay.script.Script;
import dev.sendonce.lab.relay.script.ScriptText;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HTTP on the loopback interface: choose and define scripts, read the journal. Thread-safe. */
public final class AdminApi implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminApi.class);
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final ScriptBook scripts;
  private final Path journal;

  private AdminApi(HttpServer server, ScriptBook scripts, Path journal) {
    this.server = server;
    this.scripts = scripts;
    this.journal = journal;
  }

  /** Starts to listen on 127.0.0.1; port 0 for a free one. */
  public static AdminApi start(int port, ScriptBook scripts, Path journal) throws IOException {
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new IOException("HTTP cannot listen on 127.0.0.1:" + port + ": " + e.getMessage(), e);
    }
    AdminApi api = new AdminApi(server, scripts, journal);
    server.createContext("/", api::handle);
    server.setExecutor(api.threads);
    server.start();
    return api;
  }

  /** The port it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }

  /** What a script looks like from outside. */
  private record ScriptView(String name, String about, String script, boolean standard) {}

  /** A body-complete number. */
  private record Count(String send, String recipient, int bodies) {}

  /**
   * An order to define and/or use a script.
   *
   * @param script its text; absent when {@code name} is known already
   * @param use {@code default} or {@code next}; absent to define it only
   * @param connections how many of the next connections, 1 when absent
   */
  private record Order(String name, String about, String script, String use, Integer connections) {}

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      HttpAnswer answer;
      try {
        answer = answer(exchange);
      } catch (JsonProcessingException e) {
        answer = HttpAnswer.error(400, "unreadable JSON: " + e.getOriginalMessage());
      } catch (IllegalArgumentException e) {
        answer = HttpAnswer.error(400, e.getMessage());
      } catch (IOException e) {
        LOG.warn("admin request failed", e);
        answer = HttpAnswer.error(500, e.toString());
      }
      answer.send(exchange);
    }
  }

  private HttpAnswer answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String call = exchange.getRequestMethod() + " " + path;
    if (call.equals("GET /scripts")) {
      return HttpAnswer.json(scripts.all().stream().map(this::view).toList());
    }
    if (call.equals("POST /scripts")) {
      return order(JSON.readValue(exchange.getRequestBody(), Order.class));
    }
    if (call.equals("DELETE /scripts")) {
      scripts.reset();
      return HttpAnswer.done();
    }
    if (call.startsWith("DELETE /scripts/")) {
      return scripts.remove(path.substring("/scripts/".length()))
          ? HttpAnswer.done()
          : HttpAnswer.error(404, "no script of that name was added");
    }
    if (call.equals("GET /journal")) {
      return HttpAnswer.of("application/x-ndjson", Journal.lines(journal));
    }
    if (call.equals("GET /counts")) {
      return HttpAnswer.json(counts());
    }
    if (call.startsWith("GET /bodies/")) {
      Optional<byte[]> body = Journal.body(journal, path.substring("/bodies/".length()));
      return body.isPresent()
          ? HttpAnswer.of("message/rfc822", body.get())
          : HttpAnswer.error(404, "no body of that id");
    }
    String calls =
        "GET, POST, DELETE /scripts; DELETE /scripts/{name}; GET /journal, /counts, /bodies/{id}";
    return path.equals("/")
        ? HttpAnswer.of("text/plain", (calls + "\n").getBytes(StandardCharsets.UTF_8))
        : HttpAnswer.error(404, "known calls: " + calls);
  }

  private HttpAnswer order(Order order) throws IOException {
    if (order.name() == null) {
      return HttpAnswer.error(400, "name is missing");
    }
    if (order.script() != null) {
      String about = order.about() == null ? "Added while running." : order.about();
      scripts.add(ScriptText.parse(order.name(), about, order.script()));
    }
    Optional<Script> script = scripts.find(order.name());
    if (script.isEmpty()) {
      return HttpAnswer.error(404, "no script of that name; give its text as \"script\" to add it");
    }
    String use = order.use() == null ? "" : order.use();
    switch (use) {
      case "" -> {}
      case "default" -> scripts.useAlways(script.get());
      case "next" ->
          scripts.useNext(script.get(), order.connections() == null ? 1 : order.connections());
      default -> {
        return HttpAnswer.error(400, "use is \"default\" or \"next\"");
      }
    }
    return HttpAnswer.json(view(script.get()));
  }

  private ScriptView view(Script script) {
    boolean standard = scripts.standard().name().equals(script.name());
    return new ScriptView(script.name(), script.about(), ScriptText.format(script), standard);
  }

  private List<Count> counts() throws IOException {
    return Journal.read(journal).bodyCompleteNumbers().entrySet().stream()
        .map(e -> new Count(e.getKey().send(), e.getKey().recipient(), e.getValue()))
        .toList();
  }
}
