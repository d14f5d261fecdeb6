package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bodies that are no object, too much of one, or an object with too much wrong in it. */
class BodyShapeTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private static final String ACK = "/v1/consumers/c/ack";

  private final TestClient client = API.client();

  @Test
  void whatIsNoObjectIsUnreadableEverywhere() {
    for (String body : List.of("[]", "\"x\"", "null", "7")) {
      for (Answer answer : List.of(client.send("shape-1", body), client.post(ACK, body))) {
        assertThat(answer.status()).as(body).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("unreadable-body");
        assertThat(answer.json().path("detail").asText())
            .isEqualTo("The body must be a JSON object.");
      }
    }
  }

  @Test
  void saysThatABodyIsEmptyOrThatSomethingFollows() {
    assertThat(client.send("shape-2", "").json().path("detail").asText()).contains("is empty");
    assertThat(client.send("shape-2", "{}{}").json().path("detail").asText())
        .isEqualTo("Something follows the JSON object.");
  }

  @Test
  void aSmallBodyOfManyValuesIsTooLarge() {
    Answer lengthy = client.post(ACK, "{\"items\":[" + "1,".repeat(50_000) + "1]}");
    Answer dense = client.post(ACK, "{\"items\":[" + "1,".repeat(25_000) + "1]}");

    for (Answer answer : List.of(lengthy, dense)) {
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.problem()).isEqualTo("too-large");
      assertThat(answer.json().path("detail").asText()).contains("65536 bytes", "20000 parts");
    }
  }

  @Test
  void aLetterOfManyValuesIsTooLarge() {
    Answer answer =
        client.send("shape-3", Letters.with("a@example.org", "x", many(",\"cc\":[", 200_000)));

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.json().path("detail").asText()).contains("100000 parts");
  }

  @Test
  void listsNoMoreErrorsThanAPersonWouldRead() {
    Answer answer = client.post(ACK, "{\"items\":[" + "{},".repeat(300) + "{}]}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors")).hasSize(100);
  }

  @Test
  void namesWhatAnAcknowledgementDoesNotKnow() {
    Answer answer =
        client.post(ACK, "{\"items\":[{\"key\":\"k\",\"version\":1,\"state\":\"sent\"}],\"x\":1}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .containsExactlyInAnyOrder("items[0].state", "x");
  }

  private static String many(String beginning, int count) {
    return beginning + "1,".repeat(count) + "1]";
  }
}
