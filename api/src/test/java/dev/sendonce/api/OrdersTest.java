package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import dev.sendonce.send.SendKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OrdersTest {
  @RegisterExtension static final TestApi API = new TestApi("lab=true", "resendGuard=0s");

  private final TestClient client = API.client();

  @Test
  void cancelsAndStaysCancelled() {
    client.send("cancel-1", Letters.to("c1@example.org"));

    Answer cancelled = client.post("/v1/sends/cancel-1/cancel", null);
    Answer again = client.post("/v1/sends/cancel-1/cancel", "{\"actor\":\"jo\",\"note\":\"x\"}");

    assertThat(cancelled.status()).isEqualTo(200);
    assertThat(cancelled.json().path("state").asText()).isEqualTo("not_sent");
    assertThat(cancelled.json().path("reason").asText()).isEqualTo("cancelled");
    assertThat(again.status()).isEqualTo(200);
    assertThat(API.engine.woken).contains(new SendKey("cancel-1"));
  }

  @Test
  void saysThatItIsTooLateToCancel() {
    client.send("cancel-2", Letters.to("c2@example.org"));
    new Steps(API.ledger(), "cancel-2").latched();

    Answer late = client.post("/v1/sends/cancel-2/cancel", "{}");

    assertThat(late.status()).isEqualTo(409);
    assertThat(late.problem()).isEqualTo("too-late");
    assertThat(late.json().path("state").asText()).isEqualTo("smtp_inflight");
  }

  @Test
  void recordsADecisionOnce() {
    client.send("resolve-1", Letters.to("r1@example.org"));
    new Steps(API.ledger(), "resolve-1").unconfirmed();
    String order =
        "{\"decision\":\"not_sent\",\"actor\":\"jo\",\"note\":\"log says no\",\"epoch\":1}";

    Answer first = client.post("/v1/sends/resolve-1/resolution", order, "Idempotency-Key", "o-1");
    long version = API.send("resolve-1").version();
    Answer again = client.post("/v1/sends/resolve-1/resolution", order, "Idempotency-Key", "o-1");

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.json().path("state").asText()).isEqualTo("not_sent");
    assertThat(first.json().path("reason").asText()).isEqualTo("resolved");
    assertThat(again.status()).isEqualTo(200);
    assertThat(API.send("resolve-1").version()).isEqualTo(version);
  }

  @Test
  void takesTheSameOrderWithoutAKeyForTheSameOrder() {
    client.send("resolve-2", Letters.to("r2@example.org"));
    new Steps(API.ledger(), "resolve-2").unconfirmed();
    String order = "{\"decision\":\"sent\",\"actor\":\"jo\",\"note\":\"seen\",\"epoch\":1}";

    assertThat(client.post("/v1/sends/resolve-2/resolution", order).status()).isEqualTo(200);
    assertThat(client.post("/v1/sends/resolve-2/resolution", order).status()).isEqualTo(200);
    assertThat(client.post("/v1/sends/resolve-2/resolution", order.replace("seen", "no")).problem())
        .isEqualTo("already-final");
  }

  @Test
  void doesNotTakeAnotherDecisionForTheOneThatWasAppliedUnderItsKey() {
    client.send("resolve-6", Letters.to("r6@example.org"));
    new Steps(API.ledger(), "resolve-6").unconfirmed();
    String order =
        "{\"decision\":\"not_sent\",\"actor\":\"jo\",\"note\":\"log says no\",\"epoch\":1}";
    resolve("resolve-6", order, "o-6");

    Answer other = resolve("resolve-6", order.replace("not_sent", "sent"), "o-6");
    Answer later = resolve("resolve-6", order.replace(":1", ":2"), "o-6");

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.problem()).isEqualTo("idempotency-key-reused");
    assertThat(other.json().path("fields").toString()).isEqualTo("[\"decision\"]");
    assertThat(later.json().path("fields").toString()).isEqualTo("[\"epoch\"]");
  }

  @Test
  void wantsAKeyOfAnOrderToBeAKey() {
    client.send("resolve-7", Letters.to("r7@example.org"));
    String order = "{\"decision\":\"sent\",\"actor\":\"jo\",\"note\":\"seen\",\"epoch\":0}";

    for (String key : new String[] {"no key", "k".repeat(201)}) {
      Answer answer = resolve("resolve-7", order, key);
      assertThat(answer.status()).isEqualTo(422);
      assertThat(answer.problem()).isEqualTo("idempotency-key-invalid");
    }
  }

  private Answer resolve(String send, String order, String key) {
    return client.post("/v1/sends/" + send + "/resolution", order, "Idempotency-Key", key);
  }

  @Test
  void refusesADecisionAboutAnOlderAttempt() {
    client.send("resolve-3", Letters.to("r3@example.org"));
    new Steps(API.ledger(), "resolve-3").unconfirmed();

    Answer stale =
        client.post(
            "/v1/sends/resolve-3/resolution",
            "{\"decision\":\"resend\",\"actor\":\"jo\",\"note\":\"again\",\"epoch\":0}");

    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.problem()).isEqualTo("stale-epoch");
    assertThat(stale.json().path("epoch").asInt()).isEqualTo(1);
  }

  @Test
  void wantsAllPartsOfADecision() {
    client.send("resolve-5", Letters.to("r5@example.org"));

    Answer answer =
        client.post("/v1/sends/resolve-5/resolution", "{\"decision\":\"maybe\",\"why\":1}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .containsExactlyInAnyOrder("decision", "actor", "note", "epoch", "why");
  }

  @Test
  void makesARetryDueNow() {
    client.send("retry-1", Letters.to("t1@example.org"));
    new Steps(API.ledger(), "retry-1").deferred(Instant.now().plus(1, ChronoUnit.HOURS));

    Answer answer = client.post("/v1/sends/retry-1/retry", "{}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("waitingFor").path("what").asText()).isEqualTo("worker");
    assertThat(API.engine.woken).contains(new SendKey("retry-1"));
  }

  @Test
  void retriesNothingThatIsFinished() {
    client.send("retry-2", Letters.to("t2@example.org"));
    new Steps(API.ledger(), "retry-2").accepted();

    Answer answer = client.post("/v1/sends/retry-2/retry", "{}");

    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.json().path("state").asText()).isEqualTo("sent");
  }

  @Test
  void movesTheTimeOfAPreparedSend() {
    client.send("schedule-1", Letters.to("s1@example.org"));

    Answer moved =
        client.post("/v1/sends/schedule-1/schedule", "{\"sendAt\":\"2030-01-31T09:00:00+01:00\"}");
    Answer naked =
        client.post("/v1/sends/schedule-1/schedule", "{\"sendAt\":\"2030-01-31T09:00:00\"}");

    assertThat(moved.status()).isEqualTo(200);
    assertThat(moved.json().path("sendAt").asText()).isEqualTo("2030-01-31T08:00:00Z");
    assertThat(naked.status()).isEqualTo(422);
    assertThat(naked.json().path("errors").get(0).path("field").asText()).isEqualTo("sendAt");
  }

  @Test
  void movesASendNoFurtherThanItMayBeAcceptedFor() {
    client.send("schedule-2", Letters.to("s2@example.org"));

    Answer moved =
        client.post("/v1/sends/schedule-2/schedule", "{\"sendAt\":\"2099-01-31T09:00:00Z\"}");

    assertThat(moved.status()).isEqualTo(422);
    assertThat(moved.json().at("/errors/0/field").asText()).isEqualTo("sendAt");
    assertThat(moved.json().at("/errors/0/message").asText()).contains("3660 days");
    assertThat(API.send("schedule-2").version()).isEqualTo(1);
  }

  @Test
  void looksForEvidenceOnlyWhereSomethingIsUncertain() {
    client.send("verify-1", Letters.to("v1@example.org"));
    Answer prepared = client.post("/v1/sends/verify-1/verification", "{}");
    new Steps(API.ledger(), "verify-1").uncertain();
    Answer confirming = client.post("/v1/sends/verify-1/verification", "{}");

    assertThat(prepared.status()).isEqualTo(409);
    assertThat(prepared.problem()).isEqualTo("wrong-state");
    assertThat(confirming.status()).isEqualTo(200);
  }

  @Test
  void erasesContentOnlyOfFinishedSends() {
    String letter = Letters.to("e1@example.org");
    client.send("erase-1", letter);
    Answer early = client.delete("/v1/sends/erase-1/content");
    new Steps(API.ledger(), "erase-1").accepted();
    Answer erased = client.delete("/v1/sends/erase-1/content");

    assertThat(early.status()).isEqualTo(409);
    assertThat(early.problem()).isEqualTo("wrong-state");
    assertThat(erased.status()).isEqualTo(204);
    assertThat(client.get("/v1/sends/erase-1/message").status()).isEqualTo(410);
    assertThat(client.get("/v1/sends/erase-1").text()).doesNotContain("e1@example.org");
    assertThat(client.get("/v1/sends/erase-1").json().path("state").asText()).isEqualTo("sent");
    assertThat(client.delete("/v1/sends/erase-1/content").status()).isEqualTo(204);
    assertThat(client.send("erase-1", Letters.to("e2@example.org")).problem())
        .isEqualTo("idempotency-key-reused");
  }
}
