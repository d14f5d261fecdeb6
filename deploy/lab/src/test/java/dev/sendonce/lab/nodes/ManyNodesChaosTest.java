package dev.sendonce.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight nodes, of which one after another is killed or frozen while connections to MongoDB are cut.
 * Every node is claimant of the outbox, worker, sweeper, and candidate for publishing the feed.
 */
@Tag("long")
class ManyNodesChaosTest {
  private static final long SEED = Long.getLong("lab.seed", System.nanoTime());
  private static final int DOCUMENTS = Integer.getInteger("lab.documents", 400);
  private static final int NUMBERS = Integer.getInteger("lab.numbers", 2_000);
  private static final int THREADS = 32;
  private static final Duration PATIENCE = Duration.ofMinutes(25);
  private static final Duration SOON = Duration.ofMinutes(3);

  /** Kept when a test fails: logs, ledger and the relay's journal tell why. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void everyOutboxDocumentBecomesOneLetterAndEveryReaderSeesEachTransitionOnce() throws Exception {
    System.out.println("seed " + SEED);
    try (Fleet fleet = Fleet.start(directory, 8);
        SseReader feed = new SseReader(fleet.uris(), fleet.apiKey(), "/v1/events", 0);
        SseReader other = new SseReader(fleet.uris(), fleet.apiKey(), "/v1/events", 4);
        News news = News.of(fleet, 4)) {
      OutboxLoad load = new OutboxLoad(fleet.database(), "outbox", DOCUMENTS);
      WholeFeed whole = new WholeFeed(fleet.database());
      long begun = System.nanoTime();
      String blows;
      try (Storm storm = new Storm(fleet, SEED, 1_500)) {
        load.insert(0, DOCUMENTS);
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofSeconds(2))
            .until(() -> load.waiting() == 0);
        blows = storm.end();
      }
      await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(2)).until(load::allEnded);
      long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
      await().atMost(SOON).pollInterval(Duration.ofSeconds(1)).until(whole::hasCaughtUp);
      await()
          .atMost(SOON)
          .pollInterval(Duration.ofSeconds(1))
          .untilAsserted(
              () -> {
                assertThat(feed.seen()).hasSize((int) whole.published());
                assertThat(other.seen()).hasSize((int) whole.published());
                assertThat(whole.missedBy(news.items())).isEmpty();
              });

      load.assertHeld(fleet.journal());
      whole.assertWhole();
      whole.assertSeenWhole(feed.seen());
      whole.assertSeenWhole(other.seen());
      WholeFeed.assertNoVersionTwice(news.items());
      System.out.printf(
          "%d documents, %s in %d s: %s; %d events; connections: feed %d and %d, news %d%n",
          DOCUMENTS,
          blows,
          seconds,
          load.states(),
          whole.published(),
          feed.connections(),
          other.connections(),
          news.connections());
    }
  }

  @Test
  void numbersAreUniqueAndWithoutAGapWhileNodesDie() throws Exception {
    try (Fleet fleet = Fleet.start(directory, 2)) {
      long begun = System.nanoTime();
      List<Long> numbers;
      String blows;
      try (Storm storm = new Storm(fleet, SEED, 2_000)) {
        numbers =
            new NumberRace(THREADS, (NUMBERS + THREADS - 1) / THREADS)
                .run(Numbers.ofNodes(fleet, "invoice/2026"));
        blows = storm.end();
      }
      System.out.printf(
          "%d numbers, %s in %d s%n",
          numbers.size(), blows, Duration.ofNanos(System.nanoTime() - begun).toSeconds());
      assertThat(numbers.stream().sorted().toList())
          .isEqualTo(LongStream.rangeClosed(1, numbers.size()).boxed().toList());

      // the twin: the same race finds out the recipe without the unique index
      List<Long> naive = new NumberRace(THREADS, 10).run(Numbers.naive(fleet.database()));
      assertThat(naive.stream().distinct().count()).isLessThan(naive.size());
    }
  }

  /** Streams of one consumer, begun at different nodes. */
  private record News(List<SseReader> readers) implements AutoCloseable {
    static News of(Fleet fleet, int readers) throws Exception {
      List<SseReader> all = new ArrayList<>();
      for (int r = 0; r < readers; r++) {
        all.add(new SseReader(fleet.uris(), fleet.apiKey(), "/v1/consumers/crm/stream", 2 * r));
      }
      return new News(all);
    }

    List<JsonNode> items() {
      return readers.stream().flatMap(r -> r.seen().stream()).toList();
    }

    int connections() {
      return readers.stream().mapToInt(SseReader::connections).sum();
    }

    @Override
    public void close() {
      readers.forEach(SseReader::close);
    }
  }
}
