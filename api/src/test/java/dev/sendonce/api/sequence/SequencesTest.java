package dev.sendonce.api.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.Letters;
import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import dev.sendonce.api.TestClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SequencesTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private static final String REFERENCE =
      ",\"reference\":{\"category\":\"apart\",\"subCategory\":\"2026\"}";

  @Test
  void givesTheNextNumberOncePerKey() {
    TestClient.Answer first = take("/v1/sequences/invoice/2026", "k1");
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.json().toString())
        .isEqualTo(
            "{\"category\":\"invoice\",\"subCategory\":\"2026\",\"value\":1,"
                + "\"reference\":\"invoice-2026-1\"}");
    TestClient.Answer replay = take("/v1/sequences/invoice/2026", "\"k1\"");
    assertThat(replay.status()).isEqualTo(200);
    assertThat(replay.header("Idempotency-Replayed")).contains("true");
    assertThat(replay.json()).isEqualTo(first.json());
    assertThat(take("/v1/sequences/invoice/2026", "k2").json().get("value").asLong()).isEqualTo(2);
  }

  @Test
  void clientsWhoseNamesAndKeysRunTogetherStayApart() {
    String path = "/v1/sequences/apart/2026";
    Answer shop = next(path, "{\"client\":\"shop\"}", "de/1");
    Answer german = next(path, "{\"client\":\"shop/de\"}", "1");
    Answer spaced = next(path, "{\"client\":\"send x\"}", "1");
    API.client().send("x/1", Letters.with("ann@example.org", "x", REFERENCE));

    assertThat(shop.status()).isEqualTo(201);
    assertThat(german.status()).isEqualTo(201);
    assertThat(german.json().path("value").asLong()).isEqualTo(2);
    assertThat(spaced.json().path("value").asLong()).isEqualTo(3);
    assertThat(API.send("x/1").reference().value()).isEqualTo(4);
  }

  @Test
  void holdsToTheKeyPrefix() {
    String grant = "{\"client\":\"bound\",\"keyPrefix\":\"bound/\"}";

    assertThat(next("/v1/sequences/bound/2026", grant, "other/1").problem()).isEqualTo("forbidden");
    assertThat(next("/v1/sequences/bound/2026", grant, "bound/1").status()).isEqualTo(201);
  }

  private static Answer next(String path, String grant, String key) {
    String secret = API.client().post("/v1/api-keys", grant).json().path("apiKey").asText();
    return API.client().as(secret).post(path, null, "Idempotency-Key", key);
  }

  @Test
  void wantsAKey() {
    TestClient.Answer answer = API.client().post("/v1/sequences/invoice/2026", null);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problem()).isEqualTo("idempotency-key-missing");
  }

  @Test
  void namesTheCategoryThatIsNoName() {
    TestClient.Answer answer = take("/v1/sequences/in%20voice/2026", "k1");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("category");
  }

  private static TestClient.Answer take(String path, String key) {
    return API.client().post(path, null, "Idempotency-Key", key);
  }
}
