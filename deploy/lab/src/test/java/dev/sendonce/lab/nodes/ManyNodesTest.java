package dev.sendonce.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.relay.FaultRelay;
import dev.sendonce.lab.relay.Keeper;
import dev.sendonce.lab.relay.RelayOptions;
import dev.sendonce.lab.relay.ScriptBook;
import dev.sendonce.lab.relay.journal.Entry;
import dev.sendonce.lab.relay.journal.Journal;
import dev.sendonce.lab.relay.script.ScriptText;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes at work together, without faults: what they share, and how one of them leaves. */
@Tag("engines")
class ManyNodesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int PER_SECOND = 5;

  @TempDir private static Path directory;
  private static FaultRelay slowRelay;
  private static Fleet fleet;

  @BeforeAll
  static void start() throws IOException {
    slowRelay =
        FaultRelay.start(
            RelayOptions.journalIn(directory.resolve("slow")),
            new ScriptBook(),
            Keeper.NOWHERE,
            Clock.systemUTC());
    slowRelay
        .scripts()
        .useAlways(
            ScriptText.parse("later", "Answers after 1.5 s.", "dot: keep, wait 1500ms, 250 ok"));
    fleet =
        Fleet.start(
            directory,
            2,
            "-Ddw.relays.slow.url=smtp://127.0.0.1:" + slowRelay.port(),
            "-Ddw.relays.slow.messagesPerSecond=" + PER_SECOND);
  }

  @AfterAll
  static void stop() throws IOException {
    fleet.close();
    slowRelay.close();
  }

  @Test
  void shareTheRateOfARelay() throws Exception {
    int letters = 5 * PER_SECOND;
    for (int i = 0; i < letters; i++) {
      post(fleet.api(1 + i % 2), "rate-" + i, "slow");
    }
    await().atMost(SOON).until(() -> bodies("rate-").size() == letters);

    List<Instant> read = bodies("rate-");
    Duration took = Duration.between(read.get(0), read.get(letters - 1));
    // two nodes with a rate each would take half as long
    assertThat(took).isGreaterThan(Duration.ofMillis(letters * 1000L / PER_SECOND * 2 / 3));
  }

  @Test
  void aNodeThatDrainsFinishesWhatItHasBegunAndLeavesTheRestToTheOther() throws Exception {
    ApiClient api = fleet.api(1);
    post(api, "drain-0", "slow");
    await().atMost(SOON).until(() -> bodies("drain-").size() == 1);
    String busy = api.get("drain-0").at("/attempts/0/node").asText();
    int leaving = busy.equals("node-1") ? 1 : 2;

    JsonNode begun = json(fleet.admin(leaving, "POST", "/tasks/drain"));
    assertThat(begun.at("/left/attempts").asInt()).isEqualTo(1);
    assertThat(begun.get("done").asBoolean()).isFalse();
    JsonNode done = json(fleet.admin(leaving, "POST", "/tasks/drain?wait=20"));
    try {
      assertThat(done.get("done").asBoolean()).isTrue();
      await().atMost(SOON).until(() -> api.state("drain-0").equals("sent"));
      assertThat(fleet.admin(leaving, "GET", "/ready").statusCode()).isEqualTo(503);

      for (int i = 1; i <= 6; i++) {
        post(fleet.api(leaving), "drain-" + i, "default");
      }
      for (int i = 1; i <= 6; i++) {
        String key = "drain-" + i;
        await().atMost(SOON).until(() -> api.state(key).equals("sent"));
        assertThat(api.get(key).at("/attempts/0/node").asText()).isNotEqualTo(busy);
      }
      await().atMost(SOON).until(() -> leader() == 3 - leaving);
    } finally {
      fleet.admin(leaving, "POST", "/tasks/undrain");
    }
    assertThat(fleet.admin(leaving, "GET", "/ready").statusCode()).isEqualTo(200);
  }

  @Test
  void outboxAndFeedAreOneOverBothNodes() throws Exception {
    OutboxLoad load = new OutboxLoad(fleet.database(), "small", 60);
    WholeFeed whole = new WholeFeed(fleet.database());
    try (SseReader feed = new SseReader(fleet.uris(), fleet.apiKey(), "/v1/events", 0);
        SseReader one = new SseReader(fleet.uris(), fleet.apiKey(), "/v1/consumers/c/stream", 0);
        SseReader two = new SseReader(fleet.uris(), fleet.apiKey(), "/v1/consumers/c/stream", 1)) {
      load.insert(0, 60);
      await().atMost(SOON).until(() -> feed.seen().size() > 100);
      feed.breakOff();
      one.breakOff();
      await().atMost(SOON).until(load::allEnded);
      await()
          .atMost(SOON)
          .until(() -> whole.hasCaughtUp() && feed.seen().size() == whole.published());

      load.assertHeld(fleet.journal());
      whole.assertWhole();
      whole.assertSeenWhole(feed.seen());
      WholeFeed.assertNoVersionTwice(both(one, two));
      assertThat(feed.connections()).isGreaterThan(1);
    }
  }

  /** A stream that breaks off resumes with its token; nothing newest is left behind. */
  @Test
  void streamsOfOneConsumerGetTheNewestOfEverySendAcrossABreak() throws Exception {
    OutboxLoad load = new OutboxLoad(fleet.database(), "streams", 60);
    WholeFeed whole = new WholeFeed(fleet.database());
    try (SseReader one = new SseReader(fleet.uris(), fleet.apiKey(), "/v1/consumers/s/stream", 0);
        SseReader two = new SseReader(fleet.uris(), fleet.apiKey(), "/v1/consumers/s/stream", 1)) {
      load.insert(0, 60);
      await().atMost(SOON).until(() -> both(one, two).size() > 20);
      one.breakOff();
      await().atMost(SOON).until(load::allEnded);
      await().atMost(SOON).until(() -> whole.newestArrived(both(one, two)));
      WholeFeed.assertNoVersionTwice(both(one, two));
    }
  }

  @Test
  void fourPollersOfOneConsumerGetTheNewestOfEverySendAndNoVersionTwice() throws Exception {
    OutboxLoad load = new OutboxLoad(fleet.database(), "polled", 60);
    WholeFeed whole = new WholeFeed(fleet.database());
    List<ApiClient> nodes = List.of(fleet.api(1), fleet.api(2), fleet.api(1), fleet.api(2));
    try (Pollers pollers = new Pollers("polled", nodes)) {
      load.insert(0, 60);
      await().atMost(SOON).until(load::allEnded);
      await().atMost(SOON).until(() -> whole.newestArrived(pollers.items()));
      WholeFeed.assertNoVersionTwice(pollers.items());
    }
  }

  @Test
  void giveOutNumbersWithoutAGap() throws Exception {
    List<Long> numbers = new NumberRace(8, 25).run(Numbers.ofNodes(fleet, "order/2026"));
    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 200).boxed().toList());
  }

  private static List<JsonNode> both(SseReader one, SseReader two) {
    return java.util.stream.Stream.concat(one.seen().stream(), two.seen().stream()).toList();
  }

  /** The node that says it leads, 0 when none does. */
  private static int leader() throws Exception {
    for (int node = 1; node <= 2; node++) {
      if (json(fleet.admin(node, "GET", "/healthcheck")).at("/lease.feed/leader").asBoolean()) {
        return node;
      }
    }
    return 0;
  }

  private static List<Instant> bodies(String prefix) throws IOException {
    return Journal.read(directory.resolve("slow")).entries().stream()
        .filter(Entry.Body.class::isInstance)
        .map(Entry.Body.class::cast)
        .filter(b -> b.recipients().get(0).address().startsWith(prefix))
        .map(Entry.Body::at)
        .sorted()
        .toList();
  }

  private static void post(ApiClient api, String key, String relay) throws Exception {
    ApiClient.Answer answer =
        api.post(
            "/v1/sends",
            key,
            Map.of(
                "from",
                "app@example.test",
                "to",
                List.of(key + "@example.test"),
                "subject",
                key,
                "text",
                "Hello.\n",
                "relay",
                relay));
    assertThat(answer.status()).as(answer.body().toString()).isEqualTo(202);
  }

  private static JsonNode json(HttpResponse<String> answer) throws IOException {
    return JSON.readTree(answer.body());
  }
}
