package dev.sendonce.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.lab.engines.ApiClient.Answer;
import io.temporal.api.enums.v1.ScheduleOverlapPolicy;
import io.temporal.client.schedules.ScheduleBackfill;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleDescription;
import io.temporal.client.schedules.ScheduleException;
import io.temporal.client.schedules.ScheduleHandle;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Regular letters on two nodes and a real Temporal. */
@Tag("engines")
class SchedulesTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private static Path directory;
  private static TestDeployment deployment;
  private static WorkflowServiceStubs stubs;
  private static ScheduleClient temporal;

  @BeforeAll
  static void start() throws IOException {
    deployment = TestDeployment.start(directory.resolve("home"), "--no-demo", "--nodes", "2");
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget(deployment.runFile().get("temporal").asText())
                .build());
    temporal = ScheduleClient.newInstance(stubs);
  }

  @AfterAll
  static void stop() throws IOException {
    stubs.shutdownNow();
    deployment.close();
  }

  /** Both days of 2026, each over more than a week, fired by Temporal itself; and then again. */
  @Test
  void sendsOneLetterPerLocalDayOverBothChangesOfTheClock() throws Exception {
    create("dst", "30 2 * * *", "Europe/Berlin", "allow");
    List<ScheduleBackfill> both =
        List.of(
            backfill("2026-03-25T00:00:00Z", "2026-04-02T00:00:00Z"),
            backfill("2026-10-21T00:00:00Z", "2026-10-29T00:00:00Z"));

    schedule("dst").backfill(both);
    await().atMost(SOON).untilAsserted(() -> assertThat(finished("dst")).isEqualTo(16));
    schedule("dst").backfill(both);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(describe("dst").getInfo().getNumActions()).isEqualTo(32));

    List<String> expected = new ArrayList<>();
    for (int day = 25; day <= 31; day++) {
      expected.add("dst/2026-03-" + day + "T02:30");
    }
    expected.add("dst/2026-04-01T02:30");
    for (int day = 21; day <= 28; day++) {
      expected.add("dst/2026-10-" + day + "T02:30");
    }
    await().atMost(SOON).untilAsserted(() -> assertThat(letters("dst")).hasSize(16));
    assertThat(keys("dst", "accepted")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(letters("dst")).hasSize(16);
    assertThat(letters("dst")).filteredOn(l -> l.contains("Subject: dst of 2026-03-29")).hasSize(1);
  }

  @Test
  void listsTheTimesAtWhichTemporalWillFire() throws Exception {
    for (String zone :
        List.of(
            "Europe/Berlin",
            "America/New_York",
            "Australia/Lord_Howe",
            "Africa/Casablanca",
            "Asia/Kolkata")) {
      String id = "next-" + zone.replace('/', '-');
      JsonNode created = create(id, "15 2 * * *", zone, "forbid").body();

      List<Instant> expected =
          StreamSupport.stream(created.get("next").spliterator(), false)
              .map(at -> OffsetDateTime.parse(at.asText()).toInstant())
              .toList();
      assertThat(describe(id).getInfo().getNextActionTimes()).as(zone).isEqualTo(expected);
    }
  }

  @Test
  void firesByTheClockPausesAndEnds() throws Exception {
    ApiClient api = deployment.api(1);
    create("minutely", "* * * * *", "Europe/Berlin", "allow");

    await()
        .atMost(Duration.ofSeconds(90))
        .untilAsserted(() -> assertThat(keys("minutely", "accepted")).isNotEmpty());
    Answer paused =
        api.post("/v1/schedules/minutely/pause", null, Map.of("reason", "enough for now"));

    assertThat(paused.body().get("engine").asText()).isEqualTo("applied");
    assertThat(describe("minutely").getSchedule().getState().isPaused()).isTrue();
    assertThat(describe("minutely").getSchedule().getState().getNote())
        .isEqualTo("sendonce: enough for now");
    assertThat(api.delete("/v1/schedules/minutely").status()).isEqualTo(204);
    assertThat(api.delete("/v1/schedules/minutely").status()).isEqualTo(404);
    assertThat(isKnown("minutely")).isFalse();
  }

  @Test
  void triggersALetterOncePerKey() throws Exception {
    create("ordered", "0 0 1 1 *", "UTC", "forbid");

    Answer triggered = trigger(1);
    Answer again = trigger(2);

    assertThat(triggered.status()).isEqualTo(202);
    assertThat(again.status()).isEqualTo(200);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(deployment.api(1).state("out-of-turn")).isEqualTo("sent"));
    assertThat(letters("ordered")).hasSize(1);
  }

  private static Answer trigger(int node) throws Exception {
    return deployment.api(node).post("/v1/schedules/ordered/trigger", "out-of-turn", Map.of());
  }

  @Test
  void aHandInTemporalSendsNothingOutOfTurn() throws Exception {
    create("by-hand", "0 0 1 1 *", "UTC", "forbid");

    schedule("by-hand").trigger(ScheduleOverlapPolicy.SCHEDULE_OVERLAP_POLICY_ALLOW_ALL);

    await().atMost(SOON).untilAsserted(() -> assertThat(firings("by-hand")).hasSize(1));
    assertThat(firings("by-hand").get(0).get("outcome").asText()).isEqualTo("stray");
    assertThat(letters("by-hand")).isEmpty();
  }

  private static Answer create(String id, String cron, String zone, String overlap)
      throws Exception {
    Answer created =
        deployment
            .api(1)
            .post(
                "/v1/schedules",
                id,
                Map.of(
                    "cron",
                    cron,
                    "timeZone",
                    zone,
                    "overlap",
                    overlap,
                    "template",
                    Map.of(
                        "from",
                        "app@example.test",
                        "to",
                        List.of(id + "@example.test"),
                        "subject",
                        id + " of {{date}}",
                        "text",
                        "At {{time}}.")));
    assertThat(created.status()).as(created.body().toString()).isEqualTo(201);
    return created;
  }

  private static ScheduleBackfill backfill(String from, String to) {
    return new ScheduleBackfill(
        Instant.parse(from),
        Instant.parse(to),
        ScheduleOverlapPolicy.SCHEDULE_OVERLAP_POLICY_ALLOW_ALL);
  }

  private static ScheduleHandle schedule(String id) {
    return temporal.getHandle(id);
  }

  private static ScheduleDescription describe(String id) {
    return schedule(id).describe();
  }

  private static boolean isKnown(String id) {
    try {
      describe(id);
      return true;
    } catch (ScheduleException e) {
      return false;
    }
  }

  private static JsonNode firings(String id) throws Exception {
    return deployment.api(2).read("/v1/schedules/" + id).get("firings");
  }

  private static List<String> keys(String id, String outcome) throws Exception {
    return StreamSupport.stream(firings(id).spliterator(), false)
        .filter(firing -> firing.get("outcome").asText().equals(outcome))
        .map(firing -> firing.get("key").asText())
        .toList();
  }

  private static long finished(String id) throws Exception {
    int sent = 0;
    for (String key : keys(id, "accepted")) {
      String path = key.replace("/", "%2F");
      sent += deployment.api(1).state(path).equals("sent") ? 1 : 0;
    }
    return sent;
  }

  private static List<String> letters(String id) throws Exception {
    return ImapBox.messages(deployment.runFile().get("imap").asText(), "INBOX").stream()
        .map(letter -> new String(letter, StandardCharsets.UTF_8))
        .filter(letter -> letter.contains(id + "@example.test"))
        .toList();
  }
}
