package dev.sendonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.engines.TestDeployment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A deployment whose nodes report where every attempt is, and are held, killed or frozen there. */
final class LabScene implements AutoCloseable {
  /** From the claim to the moment before the record, in the order in which they are reached. */
  static final List<String> POINTS = List.of("claimed", "before-latch", "latched", "replied");

  static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Set<String> AT_REST = Set.of("sent", "not_sent", "unconfirmed");

  /** Impatient, so that a dead node is noticed within a test; the limits of phases come on top. */
  private static final String OPTIONS =
      "-Ddw.delivery.heartbeatTimeout=4s -Ddw.relays.default.retry.initial=1s"
          + " -Ddw.relays.default.retry.maximum=2s -Ddw.verification.probes=1s,3s,8s"
          + " -Ddw.relays.default.maxConnections=64";

  /**
   * Limits of the phases of an attempt.
   *
   * @param connect seconds
   * @param command seconds, of which there are three
   * @param data seconds
   * @param endOfData seconds
   */
  record Phases(int connect, int command, int data, int endOfData) {
    /** The margin for what is before and behind them. */
    private static final int MARGIN = 5;

    String options() {
      String prefix = " -Ddw.relays.default.timeouts.";
      return prefix
          + ("connect=" + connect + "s")
          + (prefix + "command=" + command + "s")
          + (prefix + "data=" + data + "s")
          + (prefix + "endOfData=" + endOfData + "s");
    }

    /** From the claim until others may settle the attempt. */
    Duration deadline() {
      return Duration.ofSeconds(connect + 3 * command + data + endOfData + MARGIN);
    }
  }

  private final PointListener points = new PointListener();
  private final Map<String, String> idsByKey = new HashMap<>();
  private final Map<String, String> keysById = new HashMap<>();
  private final Path home;
  private final TestDeployment deployment;

  /**
   * @param moreOptions for the JVM of each node; a main class here takes the node's place
   */
  LabScene(Path directory, int nodes, String... moreOptions) throws IOException {
    home = directory.resolve("home");
    deployment =
        TestDeployment.start(
            home,
            Map.of(
                "SENDONCE_LAB",
                "true",
                "SENDONCE_LAB_POINTS",
                Integer.toString(points.port()),
                "SENDONCE_JAVA_OPTS",
                OPTIONS + " " + String.join(" ", moreOptions)),
            "--nodes",
            Integer.toString(nodes),
            "--no-demo");
  }

  TestDeployment deployment() {
    return deployment;
  }

  PointListener points() {
    return points;
  }

  ApiClient api(int node) throws IOException {
    return deployment.api(node);
  }

  /** Accepted, and so to be accounted for. */
  void post(int node, String key, String recipient) throws Exception {
    ApiClient.Answer answer = api(node).send(key, "sender@example.test", recipient, "About " + key);
    assertThat(answer.status()).as(key).isEqualTo(202);
    synchronized (this) {
      idsByKey.put(key, answer.text("id"));
      keysById.put(answer.text("id"), key);
      notifyAll();
    }
  }

  synchronized Set<String> keys() {
    return Set.copyOf(idsByKey.keySet());
  }

  /** Which send has arrived; a node may be quicker there than its client is with the answer. */
  synchronized String key(PointListener.Arrival arrival) {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!keysById.containsKey(arrival.sendId()) && System.nanoTime() < end) {
      try {
        wait(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    return keysById.getOrDefault(arrival.sendId(), "");
  }

  /**
   * Holds the first attempt of each of these sends at its point.
   *
   * @param pointOf the point by key
   */
  void holdAt(Map<String, String> pointOf) {
    points.hold(
        arrival -> arrival.attempt() == 1 && arrival.point().equals(pointOf.get(key(arrival))));
  }

  void awaitHeld(int number) {
    await().atMost(PATIENCE).until(() -> points.held().size() == number);
  }

  /** Waits until nothing moves any more by itself, and counts. */
  Reckoning atRest(int node, Collection<String> keys) throws Exception {
    ApiClient api = api(node);
    for (String key : keys) {
      await()
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptionsInstanceOf(IOException.class)
          .untilAsserted(() -> assertThat(api.state(key)).as(key).isIn(AT_REST));
    }
    return reckoning(node);
  }

  /** Waits for an end that may be reached after another: late reports are welcome. */
  void awaitEnd(int node, String key, String end) throws Exception {
    ApiClient api = api(node);
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() -> assertThat(Reckoning.end(api.get(key))).as(key).isEqualTo(end));
  }

  Reckoning reckoning(int node) throws Exception {
    return Reckoning.of(api(node), keys(), home);
  }

  @Override
  public void close() throws IOException {
    points.close();
    deployment.close();
  }
}
