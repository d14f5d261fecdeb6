package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.TestClient.Answer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SendListTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient client = API.client();

  @Test
  void listsNewestFirstAndLosesNothingWhileSendsArrive() {
    String since = Instant.now().minusSeconds(1).toString();
    for (int i = 0; i < 7; i++) {
      client.send("list-" + i, Letters.to("l" + i + "@example.org"));
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = client.get("/v1/sends?since=" + since + "&limit=3" + cursor).json();
      page.path("items").forEach(send -> seen.add(send.path("key").asText()));
      client.send("list-late-" + seen.size(), Letters.to("late" + seen.size() + "@example.org"));
      cursor = page.path("next").isNull() ? null : "&cursor=" + page.path("next").asText();
    } while (cursor != null);

    assertThat(seen)
        .filteredOn(key -> key.matches("list-\\d"))
        .containsExactly("list-6", "list-5", "list-4", "list-3", "list-2", "list-1", "list-0");
    assertThat(seen).doesNotHaveDuplicates();
  }

  @Test
  void filtersByStateRelayAndRecipient() {
    client.send("filter-1", Letters.to("f1@example.org"));
    client.send("filter-2", Letters.with("f2@example.org", "x", ",\"relay\":\"slow\""));
    new Steps(API.ledger(), "filter-1").accepted();

    assertThat(keys("state=sent")).contains("filter-1").doesNotContain("filter-2");
    assertThat(keys("relay=slow")).containsExactly("filter-2");
    assertThat(keys("recipient=F1@EXAMPLE.org")).containsExactly("filter-1");
    assertThat(keys("recipient=f1@example.org&state=prepared")).isEmpty();
    assertThat(keys("batch=none")).isEmpty();
    assertThat(keys("since=2099-01-01T00:00:00Z")).isEmpty();
  }

  @Test
  void namesEveryFilterThatItCannotRead() {
    JsonNode problem = client.get("/v1/sends?state=lost&recipient=x&since=yesterday").json();

    assertThat(problem.path("status").asInt()).isEqualTo(422);
    assertThat(problem.path("errors").findValuesAsText("field"))
        .containsExactlyInAnyOrder("state", "recipient", "since");
    for (String bad : List.of("limit=0", "limit=501", "limit=x", "cursor=%21", "cursor=abcd")) {
      assertThat(client.get("/v1/sends?" + bad).status()).as(bad).isEqualTo(422);
    }
  }

  @Test
  void doesNotTakeAnEmptyFilterForNone() {
    for (String name : List.of("state", "client", "relay", "batch", "recipient", "since")) {
      Answer answer = client.get("/v1/sends?" + name + "=");

      assertThat(answer.status()).as(name).isEqualTo(422);
      assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo(name);
    }
  }

  @Test
  void refusesAQueryWhoseEscapesAreNotUtf8() {
    for (String bad : List.of("relay=%FF", "recipient=a%C3%28@example.org", "%C0%80=1")) {
      Answer answer = client.get("/v1/sends?" + bad);

      assertThat(answer.status()).as(bad).isEqualTo(400);
      assertThat(answer.json().path("detail").asText()).contains("query").contains("UTF-8");
    }
    assertThat(client.get("/v1/sends?relay=%C3%A9").status()).isEqualTo(200);
  }

  private List<String> keys(String query) {
    List<String> keys = new ArrayList<>();
    client
        .get("/v1/sends?" + query)
        .json()
        .path("items")
        .forEach(send -> keys.add(send.path("key").asText()));
    return keys;
  }
}
