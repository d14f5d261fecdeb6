package dev.sendonce.lab.storm;

import dev.sendonce.lab.engines.ApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Clients that do as deploy/docs/clients.md says: the same request under the same key, again after
 * {@code Retry-After}, until the service has an answer. All begin at the same moment.
 */
final class StubbornClients implements AutoCloseable {
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(2);

  private final List<ApiClient> nodes;
  private final int number;
  private final ExecutorService threads;
  private final Queue<ApiClient.Answer> unfinished = new ConcurrentLinkedQueue<>();

  StubbornClients(List<ApiClient> nodes, int number) {
    this.nodes = List.copyOf(nodes);
    this.number = number;
    this.threads = Executors.newFixedThreadPool(number);
  }

  /** Each client's last answer. */
  List<ApiClient.Answer> post(String key, String recipient) throws Exception {
    CyclicBarrier start = new CyclicBarrier(number);
    List<Future<ApiClient.Answer>> pending = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      ApiClient first = nodes.get(i % nodes.size());
      ApiClient second = nodes.get((i + 1) % nodes.size());
      pending.add(
          threads.submit(
              () -> {
                start.await();
                return untilAnswered(first, second, key, recipient);
              }));
    }
    List<ApiClient.Answer> answers = new ArrayList<>();
    for (Future<ApiClient.Answer> answer : pending) {
      answers.add(answer.get());
    }
    return answers;
  }

  /** A retry goes to the other node, as behind a load balancer. */
  private ApiClient.Answer untilAnswered(
      ApiClient node, ApiClient other, String key, String recipient)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE;
    for (int attempt = 0; ; attempt++) {
      ApiClient asked = attempt % 2 == 0 ? node : other;
      ApiClient.Answer answer = asked.send(key, "app@example.test", recipient, key);
      long pause = answer.headers().firstValueAsLong("Retry-After").orElse(-1);
      if (pause < 0 || System.nanoTime() - deadline > 0) {
        return answer;
      }
      unfinished.add(answer);
      TimeUnit.SECONDS.sleep(pause);
    }
  }

  /** Every answer that was not the last one of its client. */
  List<ApiClient.Answer> unfinished() {
    return List.copyOf(unfinished);
  }

  /** How often each status stood among the answers that were not the last ones. */
  Map<Integer, Integer> unfinishedByStatus() {
    Map<Integer, Integer> counts = new TreeMap<>();
    unfinished.forEach(answer -> counts.merge(answer.status(), 1, Integer::sum));
    return counts;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
