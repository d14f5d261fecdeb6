package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.TestClient.Answer;
import dev.sendonce.send.SendKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AcceptSendTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient client = API.client();

  @Test
  void recordsASendAndStartsItsWorkflow() {
    Answer answer = client.send("accept-1", Letters.to("ann1@example.org"));

    assertThat(answer.status()).isEqualTo(202);
    JsonNode send = answer.json();
    assertThat(send.path("key").asText()).isEqualTo("accept-1");
    assertThat(send.path("state").asText()).isEqualTo("prepared");
    assertThat(send.path("version").asInt()).isEqualTo(1);
    assertThat(send.path("epoch").asInt()).isZero();
    assertThat(send.path("client").asText()).isEqualTo("admin");
    assertThat(send.path("relay").asText()).isEqualTo("default");
    assertThat(send.path("messageId").asText()).matches("<[^@<>]+@example\\.com>");
    assertThat(send.path("digest").asText()).matches("sha256:[0-9a-f]{64}");
    assertThat(send.path("recipients").get(0).path("address").asText())
        .isEqualTo("ann1@example.org");
    assertThat(send.path("recipients").get(0).path("outcome").asText()).isEqualTo("pending");
    assertThat(send.path("links").path("self").asText()).isEqualTo("/v1/sends/accept-1");
    assertThat(answer.header("Location")).get().asString().endsWith("/v1/sends/accept-1");
    assertThat(answer.header("ETag")).contains("\"1\"");
    assertThat(API.engine.started).contains(new SendKey("accept-1"));
  }

  @Test
  void namesEveryFieldOfTheContractEvenWhenItHasNoValue() {
    JsonNode send = client.send("accept-shape", Letters.to("shape@example.org")).json();

    assertThat(send.fieldNames())
        .toIterable()
        .contains(
            "key",
            "id",
            "state",
            "reason",
            "waitingFor",
            "version",
            "epoch",
            "client",
            "relay",
            "messageId",
            "digest",
            "createdAt",
            "updatedAt",
            "sendAt",
            "expiresAt",
            "recipients",
            "merged",
            "attempts",
            "evidence",
            "metadata",
            "reference",
            "links");
    assertThat(send.path("createdAt").asText()).matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");
  }

  @Test
  void answersTheSameKeyWithTheLiveState() {
    String letter = Letters.to("ann2@example.org");
    client.send("replay-1", letter);
    new Steps(API.ledger(), "replay-1").accepted();

    Answer again = client.send("replay-1", letter);

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotency-Replayed")).contains("true");
    assertThat(again.json().path("state").asText()).isEqualTo("sent");
  }

  @Test
  void takesTheQuotedFormForTheSameKey() {
    String letter = Letters.to("ann3@example.org");
    client.send("quoted-1", letter);

    assertThat(client.send("\"quoted-1\"", letter).header("Idempotency-Replayed")).contains("true");
  }

  @Test
  void namesTheFieldsThatDifferWhenAKeyIsUsedForAnotherLetter() {
    client.send("reuse-1", Letters.to("ann4@example.org", "Invoice 4"));

    Answer other = client.send("reuse-1", Letters.to("ann4@example.org", "Invoice 5"));

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.problem()).isEqualTo("idempotency-key-reused");
    assertThat(other.json().path("fields").get(0).asText()).isEqualTo("subject");
    assertThat(other.text()).doesNotContain("Invoice");
  }

  @Test
  void wantsAKey() {
    Answer answer = client.post("/v1/sends", Letters.to("ann5@example.org"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problem()).isEqualTo("idempotency-key-missing");
  }

  @Test
  void refusesWhatIsNoKey() {
    for (String key : List.of(".", "..", "a b", "\"a\\\"b\"", "x".repeat(201), "a;b=c", "é")) {
      Answer answer = client.send(key, Letters.to("ann6@example.org"));
      assertThat(answer.status()).as(key).isEqualTo(422);
      assertThat(answer.problem()).isEqualTo("idempotency-key-invalid");
    }
  }

  @Test
  void listsEveryInvalidField() {
    Answer answer =
        client.send("invalid-1", "{\"from\":\"nobody\",\"to\":[\"x\"],\"subject\":1,\"colour\":2}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.problem()).isEqualTo("invalid-request");
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .contains("from", "to[0]", "subject", "colour");
    assertThat(client.get("/v1/sends/invalid-1").status()).isEqualTo(404);
  }

  @Test
  void tellsUnreadableJsonFromInvalidFields() {
    for (String body : List.of("{\"from\":", "", "{}{}", "{\"from\" 1}")) {
      Answer answer = client.send("unreadable-1", body);
      assertThat(answer.status()).as(body).isEqualTo(400);
      assertThat(answer.problem()).isEqualTo("unreadable-body");
    }
  }

  @Test
  void readsJsonOnly() {
    Answer answer =
        client.send("media-1", "a=b", "Content-Type", "application/x-www-form-urlencoded");

    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.problem()).isEqualTo("unsupported-media-type");
  }

  @Test
  void pointsAtTheFirstSendWithTheSameContent() {
    client.send("content-1", Letters.to("ann7@example.org"));

    Answer twin = client.send("content-2", Letters.to("ann7@example.org"));
    Answer wanted =
        client.send(
            "content-3",
            Letters.with("ann7@example.org", "Invoice", ",\"allowDuplicateContent\":true"));

    assertThat(twin.status()).isEqualTo(409);
    assertThat(twin.problem()).isEqualTo("duplicate-content");
    assertThat(twin.json().path("existingKey").asText()).isEqualTo("content-1");
    assertThat(wanted.status()).isEqualTo(202);
    assertThat(wanted.json().path("allowDuplicateContent").asBoolean()).isTrue();
  }

  @Test
  void acceptsWhileTemporalIsAwayAndSaysWhatTheSendWaitsFor() {
    API.engine.reachable = false;
    try {
      Answer answer = client.send("no-engine-1", Letters.to("ann8@example.org"));

      assertThat(answer.status()).isEqualTo(202);
      assertThat(answer.json().path("waitingFor").path("what").asText()).isEqualTo("engine");
    } finally {
      API.engine.reachable = true;
    }
  }

  @Test
  void parksASendWhoseKeyTemporalKnowsFromALostLedger() {
    API.engine.knownBefore.add(new SendKey("known-1"));

    Answer answer = client.send("known-1", Letters.to("known@example.org"));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.json().path("state").asText()).isEqualTo("unconfirmed");
    assertThat(answer.json().path("waitingFor").path("what").asText()).isEqualTo("decision");
    assertThat(client.get("/v1/sends/known-1/timeline").text()).contains("known_before");
    assertThat(client.send("known-1", Letters.to("known@example.org")).status()).isEqualTo(200);
  }

  @Test
  void refusesABodyOverTheLimitBeforeReadingIt() {
    String huge =
        Letters.with("ann9@example.org", "x", ",\"text2\":\"" + "x".repeat(45 << 20) + "\"");

    Answer answer = client.send("huge-1", huge);

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.problem()).isEqualTo("too-large");
    assertThat(answer.json().path("detail").asText()).containsPattern("\\d");
  }
}
