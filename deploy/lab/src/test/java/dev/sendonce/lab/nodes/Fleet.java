package dev.sendonce.lab.nodes;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.engines.TestDeployment;
import dev.sendonce.lab.mongo.EmbeddedMongo;
import dev.sendonce.lab.proxy.MongoProxy;
import dev.sendonce.lab.relay.Mailbox;
import dev.sendonce.lab.relay.journal.Journal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Several nodes on one MongoDB, which they reach through a network that a test may cut. */
final class Fleet implements AutoCloseable {
  /** Shorter than in production, so that a dead node is noticed within the test. */
  private static final String IMPATIENT =
      "-Xmx256m -Ddw.lab=true -Ddw.delivery.heartbeatTimeout=4s"
          + " -Ddw.verification.probes=1s,3s,6s,12s -Ddw.relays.default.retry.initial=1s"
          + " -Ddw.relays.default.retry.maximum=2s -Ddw.outbox.lockTimeout=8s"
          + " -Ddw.outbox.batch=20 -Ddw.logging.level=WARN";

  private final Path home;
  private final int nodes;
  private final EmbeddedMongo mongo;
  private final MongoProxy network;
  private final MongoClient client;
  private final TestDeployment deployment;
  private final HttpClient http = HttpClient.newHttpClient();

  private Fleet(
      Path home, int nodes, EmbeddedMongo mongo, MongoProxy network, TestDeployment deployment) {
    this.home = home;
    this.nodes = nodes;
    this.mongo = mongo;
    this.network = network;
    this.client = MongoClients.create(mongo.uri());
    this.deployment = deployment;
  }

  /**
   * Starts everything and returns when all nodes serve.
   *
   * @param settings of the nodes, as JVM options
   */
  static Fleet start(Path directory, int nodes, String... settings) throws IOException {
    EmbeddedMongo mongo = EmbeddedMongo.start(directory.resolve("store.mv"), "127.0.0.1", 0);
    MongoProxy network = new MongoProxy(mongo.address().getPort());
    Path home = directory.resolve("home");
    TestDeployment deployment =
        TestDeployment.start(
            home,
            Map.of("SENDONCE_JAVA_OPTS", IMPATIENT + " " + String.join(" ", settings)),
            "--nodes",
            Integer.toString(nodes),
            "--mongo",
            network.uri(),
            "--no-demo");
    return new Fleet(home, nodes, mongo, network, deployment);
  }

  int size() {
    return nodes;
  }

  /** The database, reached past the network that is cut. */
  MongoDatabase database() {
    return client.getDatabase("sendonce");
  }

  MongoProxy network() {
    return network;
  }

  /**
   * @param node from 1
   */
  ApiClient api(int node) throws IOException {
    return deployment.api(node);
  }

  /** Where the REST API of each node is. */
  List<URI> uris() throws IOException {
    List<URI> uris = new java.util.ArrayList<>();
    deployment.runFile().get("api").forEach(api -> uris.add(URI.create(api.asText())));
    return uris;
  }

  String apiKey() throws IOException {
    return deployment.runFile().get("apiKey").asText();
  }

  /** Asks the admin port of a node. */
  HttpResponse<String> admin(int node, String method, String path)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(
                URI.create(deployment.runFile().get("admin").get(node - 1).asText() + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** SIGKILL. */
  void kill(int node) throws IOException {
    deployment.kill("node-" + node);
  }

  /** SIGSTOP: the process neither runs nor ends, and its connections stay open. */
  void freeze(int node) throws IOException, InterruptedException {
    deployment.freeze("node-" + node);
  }

  /** SIGCONT. */
  void thaw(int node) throws IOException, InterruptedException {
    deployment.thaw("node-" + node);
  }

  /** Starts the nodes again that are dead. */
  void revive() throws IOException {
    deployment.startDeadParts();
  }

  /** What the relay itself wrote down. */
  Journal journal() throws IOException {
    return Journal.read(Mailbox.journal(home.resolve("mail")));
  }

  /** Numbers of all nodes, from 1. */
  IntStream numbers() {
    return IntStream.rangeClosed(1, nodes);
  }

  @Override
  public void close() throws IOException {
    try (mongo;
        network;
        client) {
      deployment.close();
    }
  }
}
