package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.TestClient.Answer;
import dev.sendonce.ledger.Causes;
import dev.sendonce.send.SendKey;
import dev.sendonce.smtp.BreakerState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReadSendTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient client = API.client();

  @Test
  void showsAttemptsWithReplyAndQueueId() {
    client.send("read-1", Letters.to("read1@example.org"));
    new Steps(API.ledger(), "read-1").accepted();

    JsonNode send = client.get("/v1/sends/read-1").json();

    JsonNode attempt = send.path("attempts").get(0);
    assertThat(attempt.path("number").asInt()).isEqualTo(1);
    assertThat(attempt.path("phase").asText()).isEqualTo("end_of_data");
    assertThat(attempt.path("outcome").asText()).isEqualTo("accepted");
    assertThat(attempt.path("queueId").asText()).isEqualTo("4jczrT1qlmz1SC8k");
    assertThat(attempt.path("reply").path("code").asInt()).isEqualTo(250);
    assertThat(attempt.path("node").asText()).isEqualTo("node-t");
    assertThat(attempt.has("token")).isFalse();
    assertThat(send.path("epoch").asInt()).isEqualTo(1);
    assertThat(send.path("waitingFor").isNull()).isTrue();
  }

  @Test
  void refusesAVersionThatIsNotTheOneAskedFor() {
    client.send("read-3", Letters.to("read3@example.org"));

    Answer other = client.get("/v1/sends/read-3", "If-Match", "\"9\"");

    assertThat(other.status()).isEqualTo(412);
    assertThat(other.problem()).isEqualTo("precondition-failed");
    assertThat(other.json().path("status").asInt()).isEqualTo(412);
    assertThat(client.get("/v1/sends/read-3", "If-Match", "\"1\"").status()).isEqualTo(200);
  }

  @Test
  void answers304ToTheVersionThatTheClientHas() {
    client.send("read-2", Letters.to("read2@example.org"));

    Answer same = client.get("/v1/sends/read-2", "If-None-Match", "\"1\"");
    new Steps(API.ledger(), "read-2").opened();
    Answer changed = client.get("/v1/sends/read-2", "If-None-Match", "\"1\"");

    assertThat(same.status()).isEqualTo(304);
    assertThat(same.text()).isEmpty();
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.header("ETag")).contains("\"2\"");
  }

  @Test
  void pagesThroughTheTimelineByVersion() {
    client.send("read-3", Letters.to("read3@example.org"));
    new Steps(API.ledger(), "read-3").accepted();

    Answer first = client.get("/v1/sends/read-3/timeline?limit=2");
    String next = first.json().path("next").asText();
    Answer rest = client.get("/v1/sends/read-3/timeline?cursor=" + next);

    assertThat(first.json().path("items").findValuesAsText("version")).containsExactly("1", "2");
    assertThat(rest.json().path("items").findValuesAsText("version")).startsWith("3", "4");
    assertThat(rest.json().path("next").isNull()).isTrue();
    JsonNode entry = first.json().path("items").get(0);
    assertThat(entry.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "version", "at", "state", "cause", "actor", "note", "attempt", "detail");
  }

  @Test
  void handsOutTheFrozenBytes() throws Exception {
    JsonNode send = client.send("read-4", Letters.to("read4@example.org")).json();

    Answer message = client.get("/v1/sends/read-4/message");

    byte[] bytes = message.text().getBytes(StandardCharsets.UTF_8);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
    assertThat(message.header("Content-Type")).contains("message/rfc822");
    assertThat("sha256:" + HexFormat.of().formatHex(digest))
        .isEqualTo(send.path("digest").asText());
    assertThat(message.text()).endsWith("\r\n").contains(send.path("messageId").asText());
  }

  @Test
  void saysWhatAPreparedSendWaitsFor() {
    Instant later = Instant.now().plus(2, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS);
    JsonNode scheduled =
        client
            .send("wait-a", Letters.with("wa@example.org", "x", ",\"sendAt\":\"" + later + "\""))
            .json();
    client.send("wait-b", Letters.to("wb@example.org"));
    new Steps(API.ledger(), "wait-b").deferred(later);
    JsonNode retrying = client.get("/v1/sends/wait-b").json();

    assertThat(scheduled.path("waitingFor").path("what").asText()).isEqualTo("schedule");
    assertThat(scheduled.path("waitingFor").path("until").asText()).isEqualTo(later.toString());
    assertThat(retrying.path("waitingFor").path("what").asText()).isEqualTo("retry");
    assertThat(retrying.path("waitingFor").path("until").asText()).isEqualTo(later.toString());
    assertThat(retrying.path("waitingFor").path("detail").asText()).contains("451");
  }

  @Test
  void saysThatTheRelaysBreakerIsOpen() {
    Instant until = Instant.parse("2030-01-01T00:00:00Z");
    client.send("wait-c", Letters.to("wc@example.org"));
    API.relay("default").breaker = new BreakerState(true, until, "connection refused");
    try {
      JsonNode waiting = client.get("/v1/sends/wait-c").json().path("waitingFor");

      assertThat(waiting.path("what").asText()).isEqualTo("relay");
      assertThat(waiting.path("until").asText()).isEqualTo(until.toString());
      assertThat(waiting.path("detail").asText()).isEqualTo("connection refused");
    } finally {
      API.relay("default").breaker = BreakerState.CLOSED;
    }
  }

  @Test
  void blamesTheRateOnlyWhileSomebodyWorks() {
    client.send("wait-e", Letters.with("we@example.org", "x", ",\"relay\":\"slow\""));
    Awaitility.await().until(() -> waitsFor("wait-e").equals("rate"));
    API.engine.workers = false;
    try {
      assertThat(waitsFor("wait-e")).isEqualTo("worker");
    } finally {
      API.engine.workers = true;
    }
  }

  @Test
  void aDamagedMessageIsSaidToBeOne() {
    client.send("damaged", Letters.to("ann@example.org"));
    SendKey key = new SendKey("damaged");
    API.ledger().note(key, Causes.MESSAGE_DAMAGED, "node-1", "The frozen message is missing.");

    assertThat(client.get("/v1/sends/damaged").json().path("waitingFor").path("detail").asText())
        .contains("missing or damaged");
  }

  private String waitsFor(String key) {
    return client.get("/v1/sends/" + key).json().path("waitingFor").path("what").asText();
  }

  @Test
  void saysWhenEvidenceIsLookedForAndThatAPersonDecides() {
    client.send("wait-d", Letters.to("wd@example.org"));
    Steps steps = new Steps(API.ledger(), "wait-d").uncertain();
    JsonNode confirming = client.get("/v1/sends/wait-d").json();
    API.ledger().exhaust(API.send("wait-d").key(), 1);
    JsonNode unconfirmed = client.get("/v1/sends/wait-d").json();

    assertThat(steps).isNotNull();
    assertThat(confirming.path("state").asText()).isEqualTo("confirming");
    assertThat(confirming.path("waitingFor").path("what").asText()).isEqualTo("evidence");
    assertThat(confirming.path("waitingFor").path("until").isTextual()).isTrue();
    assertThat(unconfirmed.path("state").asText()).isEqualTo("unconfirmed");
    assertThat(unconfirmed.path("waitingFor").path("what").asText()).isEqualTo("decision");
  }

  @Test
  void knowsNothingOfUnknownKeys() {
    for (String path : new String[] {"", "/timeline", "/message"}) {
      Answer answer = client.get("/v1/sends/nobody" + path);
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.problem()).isEqualTo("not-found");
    }
  }
}
