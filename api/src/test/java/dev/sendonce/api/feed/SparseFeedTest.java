package dev.sendonce.api.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client whose events lie far apart among those of the others. */
class SparseFeedTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private static final int OTHERS = 10_500;

  @Test
  void oneRequestLooksThroughAPartOfTheFeedAndSaysWhereToGoOn() {
    List<Document> events = new ArrayList<>();
    for (int i = 1; i <= OTHERS; i++) {
      events.add(event(i, "other"));
    }
    events.add(event(OTHERS + 1, "rare"));
    API.database().getCollection("events").insertMany(events);
    TestClient rare =
        API.client()
            .as(
                API.client()
                    .post("/v1/api-keys", "{\"client\":\"rare\"}")
                    .json()
                    .path("apiKey")
                    .asText());

    JsonNode first = rare.get("/v1/events").json();
    JsonNode second = rare.get("/v1/events?after=" + first.path("next").asText()).json();

    assertThat(first.path("items")).isEmpty();
    assertThat(first.path("next").asLong()).isEqualTo(10_000);
    assertThat(second.path("items").findValuesAsText("id")).containsExactly("" + (OTHERS + 1));
    assertThat(second.path("next").isNull()).isTrue();
  }

  @SuppressWarnings("JavaUtilDate") // the driver's type for a BSON date
  private static Document event(long id, String client) {
    return new Document("_id", id)
        .append("key", client + "-" + id)
        .append("version", 1L)
        .append("state", "prepared")
        .append("at", new Date(0))
        .append("cause", "accepted")
        .append("attempt", 0)
        .append("client", client);
  }
}
