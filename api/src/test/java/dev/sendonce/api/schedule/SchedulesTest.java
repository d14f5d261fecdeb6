package dev.sendonce.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.Letters;
import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import dev.sendonce.api.TestClient.Answer;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SchedulesTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient admin = API.client();

  @Test
  void makesAScheduleAndShowsItsNextTenTimes() {
    Answer answer = admin.post("/v1/schedules", Regular.daily("made/1", ""));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("Location")).get().asString().endsWith("/v1/schedules/made%2F1");
    JsonNode schedule = admin.get("/v1/schedules/made%2F1").json();
    assertThat(schedule).isEqualTo(answer.json());
    assertThat(schedule.path("cron").asText()).isEqualTo("30 2 * * *");
    assertThat(schedule.path("overlap").asText()).isEqualTo("forbid");
    assertThat(schedule.path("catchUpWindow").asText()).isEqualTo("PT10M");
    assertThat(schedule.path("paused").asBoolean()).isFalse();
    assertThat(schedule.path("engine").asText()).isEqualTo("applied");
    assertThat(schedule.path("template").path("subject").asText()).isEqualTo("Daily");
    assertThat(schedule.path("firings")).isEmpty();
    assertThat(schedule.path("links").path("temporal").asText()).contains("made%2F1");
    assertThat(schedule.path("next")).hasSize(10);
    for (JsonNode next : schedule.path("next")) {
      OffsetDateTime at = OffsetDateTime.parse(next.asText());
      assertThat(at.getMinute()).isEqualTo(30);
      assertThat(at.getOffset().getTotalSeconds()).isIn(3600, 7200);
    }
    assertThat(API.schedules.applied).containsKey("made/1");
  }

  @Test
  void takesTheIdFromTheHeaderAndAnswersARepetition() {
    String body = Regular.daily(null, "");
    Answer first = admin.post("/v1/schedules", body, "Idempotency-Key", "repeated");
    Answer again = admin.post("/v1/schedules", body, "Idempotency-Key", "\"repeated\"");

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotency-Replayed")).contains("true");
    assertThat(again.json().path("id").asText()).isEqualTo("repeated");
  }

  @Test
  void namesWhatDiffersFromTheScheduleWithThisId() {
    admin.post("/v1/schedules", Regular.daily("differs", ""));

    Answer other = admin.post("/v1/schedules", Regular.daily("differs", ",\"overlap\":\"allow\""));

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.problem()).isEqualTo("idempotency-key-reused");
    assertThat(other.json().path("fields").get(0).asText()).isEqualTo("overlap");
  }

  @Test
  void wantsAnId() {
    Answer answer = admin.post("/v1/schedules", Regular.daily(null, ""));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problem()).isEqualTo("idempotency-key-missing");
  }

  @Test
  void listsEveryInvalidField() {
    Answer answer =
        admin.post(
            "/v1/schedules",
            "{\"id\":\"a b\",\"calendar\":{\"times\":[\"25:00\"],\"daysOfWeek\":[\"SOON\"],"
                + "\"daysOfMonth\":[0],\"months\":[13],\"years\":[2030]},\"timeZone\":\"Mars\","
                + "\"overlap\":\"perhaps\",\"catchUpWindow\":\"PT1S\",\"colour\":1,"
                + "\"template\":{\"from\":\"nobody\",\"sendAt\":\"2030-01-01T00:00:00Z\","
                + "\"to\":[\"x\"],\"text\":\"\"}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .contains(
            "id",
            "calendar.times[0]",
            "calendar.daysOfWeek[0]",
            "calendar.daysOfMonth[0]",
            "calendar.months[0]",
            "calendar.years",
            "timeZone",
            "overlap",
            "catchUpWindow",
            "colour",
            "template.from",
            "template.to[0]",
            "template.sendAt");
  }

  @Test
  void refusesWhatNoScheduleCanBeMadeOf() {
    String letter = Letters.to("ann@example.org");
    for (String rule :
        List.of(
            "",
            "\"cron\":\"* * * *\",",
            "\"cron\":\"0 0 30 2 *\",",
            "\"cron\":\"0 0 * * *\",\"calendar\":{\"times\":[\"01:00\"]},",
            "\"calendar\":{},")) {
      Answer answer =
          admin.post(
              "/v1/schedules",
              "{\"id\":\"never\"," + rule + "\"timeZone\":\"UTC\",\"template\":" + letter + "}");
      assertThat(answer.status()).as(rule).isEqualTo(422);
    }
    assertThat(admin.get("/v1/schedules/never").status()).isEqualTo(404);
  }

  @Test
  void showsEachClientOnlyItsOwn() {
    TestClient mine = client("{\"client\":\"mine\"}");
    TestClient other = client("{\"client\":\"other\"}");
    mine.post("/v1/schedules", Regular.daily("of-mine", ""));

    assertThat(mine.get("/v1/schedules").text()).contains("of-mine");
    assertThat(mine.get("/v1/schedules").json().path("items").get(0).has("template")).isFalse();
    assertThat(admin.get("/v1/schedules").text()).contains("of-mine");
    assertThat(other.get("/v1/schedules").json().path("items")).isEmpty();
    assertThat(other.get("/v1/schedules/of-mine").status()).isEqualTo(404);
    assertThat(other.delete("/v1/schedules/of-mine").status()).isEqualTo(404);
    Answer taken = other.post("/v1/schedules", Regular.daily("of-mine", ""));
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.problem()).isEqualTo("key-taken");
  }

  @Test
  void holdsToWhatTheApiKeyMayUse() {
    TestClient bound =
        client("{\"client\":\"bound\",\"keyPrefix\":\"bound/\",\"senders\":[\"@example.net\"]}");

    assertThat(bound.post("/v1/schedules", Regular.daily("elsewhere", "")).status()).isEqualTo(422);
    String allowed = Regular.daily("elsewhere", "").replace("@example.com", "@example.net");
    assertThat(bound.post("/v1/schedules", allowed).status()).isEqualTo(403);
    assertThat(bound.post("/v1/schedules", allowed.replace("elsewhere", "bound")).status())
        .isEqualTo(201);
    assertThat(bound.post("/v1/schedules", allowed.replace("elsewhere", "bound/1")).status())
        .isEqualTo(201);
  }

  @Test
  void ordersNothingForAScheduleOutsideThePrefixOfTheApiKey() {
    TestClient whole = client("{\"client\":\"half\"}");
    TestClient bound = client("{\"client\":\"half\",\"keyPrefix\":\"half/\"}");
    whole.post("/v1/schedules", Regular.daily("outside", ""));

    for (Answer answer :
        List.of(
            bound.post("/v1/schedules/outside/pause", "{\"reason\":\"x\"}"),
            bound.post("/v1/schedules/outside/unpause", "{}"),
            bound.post("/v1/schedules/outside/trigger", "{}", "Idempotency-Key", "half/1"),
            bound.delete("/v1/schedules/outside"))) {
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.problem()).isEqualTo("forbidden");
    }
    assertThat(bound.get("/v1/schedules/outside").status()).isEqualTo(200);
    assertThat(whole.delete("/v1/schedules/outside").status()).isEqualTo(204);
  }

  @Test
  void pagesThroughTheList() {
    TestClient paging = client("{\"client\":\"paging\"}");
    for (String id : List.of("page-a", "page-b", "page-c")) {
      paging.post("/v1/schedules", Regular.daily(id, ""));
    }

    JsonNode first = paging.get("/v1/schedules?limit=2").json();
    JsonNode second =
        paging.get("/v1/schedules?limit=2&cursor=" + first.path("next").asText()).json();

    assertThat(first.path("items").findValuesAsText("id")).containsExactly("page-a", "page-b");
    assertThat(second.path("items").findValuesAsText("id")).containsExactly("page-c");
    assertThat(second.path("next").isNull()).isTrue();
  }

  private TestClient client(String grant) {
    return admin.as(admin.post("/v1/api-keys", grant).json().path("apiKey").asText());
  }
}
