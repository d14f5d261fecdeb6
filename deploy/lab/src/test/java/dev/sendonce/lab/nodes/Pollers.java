package dev.sendonce.lab.nodes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.lab.engines.ApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Clients that poll one consumer at once, each at a node of its own choice. */
final class Pollers implements AutoCloseable {
  private static final int PAUSE_MILLIS = 20;
  private static final int AT_ONCE = 7;

  private final Queue<JsonNode> seen = new ConcurrentLinkedQueue<>();
  private final ScheduledExecutorService threads;
  private final List<ScheduledFuture<?>> polling = new ArrayList<>();

  /**
   * Begins at once.
   *
   * @param nodes one for each poller; a node may be named more than once
   */
  Pollers(String consumer, List<ApiClient> nodes) {
    threads = Executors.newScheduledThreadPool(nodes.size());
    for (ApiClient node : nodes) {
      Runnable poll = () -> poll(node, "/v1/consumers/" + consumer + "/poll?limit=" + AT_ONCE);
      polling.add(threads.scheduleWithFixedDelay(poll, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    }
  }

  /** What all of them got, in the order of arrival. */
  List<JsonNode> items() {
    if (polling.stream().anyMatch(ScheduledFuture::isDone)) {
      throw new IllegalStateException("a poll failed");
    }
    return List.copyOf(seen);
  }

  private void poll(ApiClient node, String path) {
    try {
      ApiClient.Answer answer = node.post(path, null, Map.of());
      if (answer.status() != 200) {
        throw new IllegalStateException(answer.status() + " " + answer.body());
      }
      answer.body().get("items").forEach(seen::add);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      // closed
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
