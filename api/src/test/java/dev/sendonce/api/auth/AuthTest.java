package dev.sendonce.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.Letters;
import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import dev.sendonce.api.TestClient.Answer;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AuthTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient admin = API.client();

  @Test
  void wantsAKeyThatItKnows() {
    for (Answer answer :
        new Answer[] {
          admin.as(null).get("/v1/sends"),
          admin.as("wrong").get("/v1/sends"),
          admin.as(null).get("/v1/sends", "Authorization", "Basic eDp5"),
          admin.as(null).get("/v1/sends?access_token=" + TestApi.ADMIN_KEY)
        }) {
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.problem()).isEqualTo("unauthorized");
      assertThat(answer.header("WWW-Authenticate")).get().asString().startsWith("Bearer");
    }
  }

  @Test
  void showsAKeyOnceAndKeepsOnlyItsHash() {
    JsonNode created = create("{\"client\":\"billing\"}");
    String secret = created.path("apiKey").asText();

    Document stored =
        API.database()
            .getCollection("api_keys")
            .find(new Document("_id", created.path("id").asText()))
            .first();
    assertThat(stored.toJson()).doesNotContain(secret);
    assertThat(admin.get("/v1/api-keys").text()).contains("billing").doesNotContain(secret);
    assertThat(secret).hasSizeGreaterThan(40);
  }

  @Test
  void oneClientDoesNotSeeTheSendsOfAnother() {
    TestClient a = client("{\"client\":\"a\"}");
    TestClient b = client("{\"client\":\"b\"}");
    a.send("of-a", Letters.to("ofa@example.org"));

    assertThat(a.get("/v1/sends/of-a").status()).isEqualTo(200);
    for (String path : new String[] {"", "/timeline", "/message"}) {
      assertThat(b.get("/v1/sends/of-a" + path).status()).isEqualTo(404);
    }
    assertThat(b.post("/v1/sends/of-a/cancel", "{}").status()).isEqualTo(404);
    assertThat(b.delete("/v1/sends/of-a/content").status()).isEqualTo(404);
    assertThat(b.get("/v1/sends").json().path("items")).isEmpty();
    assertThat(b.get("/v1/sends?client=a").json().path("items")).isEmpty();
    assertThat(a.get("/v1/sends").json().path("items")).hasSize(1);
    assertThat(admin.get("/v1/sends?client=a").json().path("items")).hasSize(1);
    Answer taken = b.send("of-a", Letters.to("ofb@example.org"));
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.problem()).isEqualTo("key-taken");
  }

  @Test
  void aKeyIsBoundToPrefixSendersAndRelays() {
    TestClient bound =
        client(
            "{\"client\":\"c\",\"keyPrefix\":\"c:\",\"senders\":[\"@example.com\"],"
                + "\"relays\":[\"default\"]}");

    assertThat(bound.send("c:1", Letters.to("c1@example.org")).status()).isEqualTo(202);
    assertThat(bound.send("d:1", Letters.to("c2@example.org")).status()).isEqualTo(403);
    assertThat(
            bound
                .send("c:2", Letters.to("c3@example.org").replace("example.com", "other.example"))
                .status())
        .isIn(403, 422);
    assertThat(
            bound.send("c:3", Letters.with("c4@example.org", "x", ",\"relay\":\"slow\"")).status())
        .isIn(403, 422);
  }

  @Test
  void refusesAGrantThatNoRequestCouldUse() {
    Answer answer =
        admin.post(
            "/v1/api-keys",
            "{\"client\":\"x\\u2028y\",\"keyPrefix\":\"in voice\",\"senders\":[\"example.com\","
                + "\"@\",\"Ann <ann@example.com>\",\"a\\ud800@b.example\",\"ann@example.com\"],"
                + "\"relays\":[\"nowhere\",\"default\"]}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .containsExactlyInAnyOrder(
            "client",
            "keyPrefix",
            "senders[0]",
            "senders[1]",
            "senders[2]",
            "senders[3]",
            "relays[0]");
  }

  @Test
  void aSenderIsHeldAsItStandsInEnvelopes() {
    TestClient bound = client("{\"client\":\"idn\",\"senders\":[\"@b\u00fccher.example\"]}");
    String letter = Letters.to("idn@example.org").replace("example.com", "b\u00fccher.example");

    assertThat(bound.send("idn-1", letter).status()).isEqualTo(202);
  }

  @Test
  void onlyAdministratorsAdministerKeys() {
    TestClient plain = client("{\"client\":\"plain\"}");

    assertThat(plain.get("/v1/api-keys").status()).isEqualTo(403);
    assertThat(plain.post("/v1/api-keys", "{\"client\":\"x\"}").status()).isEqualTo(403);
    assertThat(plain.delete("/v1/api-keys/x").problem()).isEqualTo("forbidden");
    assertThat(admin.as(null).get("/v1/api-keys").status()).isEqualTo(401);
    assertThat(admin.delete("/v1/api-keys/0000").status()).isEqualTo(404);
    assertThat(admin.post("/v1/api-keys", "{\"admin\":3}").json().path("errors")).hasSize(2);
  }

  @Test
  void aRevokedKeyEndsWithinSeconds() {
    JsonNode created = create("{\"client\":\"gone\"}");
    TestClient gone = admin.as(created.path("apiKey").asText());
    assertThat(gone.get("/v1/sends").status()).isEqualTo(200);

    Answer revoked = admin.delete("/v1/api-keys/" + created.path("id").asText());

    assertThat(revoked.status()).isEqualTo(204);
    Awaitility.await()
        .atMost(Duration.ofSeconds(8))
        .until(() -> gone.get("/v1/sends").status() == 401);
    assertThat(
            admin
                .get("/v1/api-keys/" + created.path("id").asText())
                .json()
                .path("revokedAt")
                .isTextual())
        .isTrue();
  }

  private TestClient client(String grant) {
    return admin.as(create(grant).path("apiKey").asText());
  }

  private JsonNode create(String grant) {
    Answer answer = admin.post("/v1/api-keys", grant);
    assertThat(answer.status()).isEqualTo(201);
    return answer.json();
  }
}
