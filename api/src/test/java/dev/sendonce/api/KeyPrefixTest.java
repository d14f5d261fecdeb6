package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An API key that is bound to a prefix acts on nothing outside it; it may read its client's all.
 */
class KeyPrefixTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private static final String RESOLUTION =
      "{\"decision\":\"sent\",\"actor\":\"jo\",\"note\":\"seen\",\"epoch\":1}";

  private final TestClient whole = client("{\"client\":\"shop\"}");
  private final TestClient bound = client("{\"client\":\"shop\",\"keyPrefix\":\"invoice/\"}");

  @Test
  void ordersNothingForASendOutsideIt() {
    whole.send("notice-1", Letters.to("n1@example.org"));

    for (Answer answer :
        List.of(
            order("notice-1", "cancel", "{}"),
            order("notice-1", "resolution", RESOLUTION),
            order("notice-1", "verification", "{}"),
            order("notice-1", "retry", "{}"),
            order("notice-1", "schedule", "{\"sendAt\":\"2030-01-31T08:00:00Z\"}"),
            bound.delete("/v1/sends/notice-1/content"))) {
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.problem()).isEqualTo("forbidden");
    }
    assertThat(API.send("notice-1").version()).isEqualTo(1);
    assertThat(bound.get("/v1/sends/notice-1").status()).isEqualTo(200);
  }

  @Test
  void ordersWhatItLikesInsideIt() {
    bound.send("invoice/1", Letters.to("i1@example.org"));

    assertThat(order("invoice%2F1", "cancel", "{}").status()).isEqualTo(200);
  }

  @Test
  void doesNotTellThatASendOfAnotherClientExists() {
    client("{\"client\":\"other\"}").send("foreign", Letters.to("f@example.org"));

    assertThat(order("foreign", "cancel", "{}").status()).isEqualTo(404);
  }

  private Answer order(String key, String order, String body) {
    return bound.post("/v1/sends/" + key + "/" + order, body);
  }

  private static TestClient client(String grant) {
    TestClient admin = API.client();
    return admin.as(admin.post("/v1/api-keys", grant).json().path("apiKey").asText());
  }
}
