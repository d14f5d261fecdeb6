package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WaitForSendTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient client = API.client();

  @Test
  void answers200AsSoonAsTheSendIsAtRest() {
    CompletableFuture<Answer> answer = post("wait-1", "wait=30");
    Awaitility.await().until(() -> client.get("/v1/sends/wait-1").status() == 200);
    new Steps(API.ledger(), "wait-1").accepted();

    assertThat(answer.join().status()).isEqualTo(200);
    assertThat(answer.join().json().path("state").asText()).isEqualTo("sent");
    assertThat(answer.join().header("Preference-Applied")).contains("wait=30");
  }

  @Test
  void countsUnconfirmedAsAtRest() {
    CompletableFuture<Answer> answer = post("wait-2", "wait=30");
    Awaitility.await().until(() -> client.get("/v1/sends/wait-2").status() == 200);
    new Steps(API.ledger(), "wait-2").unconfirmed();

    assertThat(answer.join().status()).isEqualTo(200);
    assertThat(answer.join().json().path("state").asText()).isEqualTo("unconfirmed");
  }

  @Test
  void answers202WhenTheTimeIsOver() {
    Answer answer = post("wait-3", "wait=1").join();

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.header("Preference-Applied")).contains("wait=1");
    assertThat(answer.json().path("state").asText()).isEqualTo("prepared");
  }

  @Test
  void ignoresAPreferenceThatItCannotRead() {
    Answer answer = post("wait-4", "wait=soon, respond-async").join();

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.header("Preference-Applied")).isEmpty();
  }

  private CompletableFuture<Answer> post(String key, String prefer) {
    return CompletableFuture.supplyAsync(
        () -> client.send(key, Letters.to(key + "@example.org"), "Prefer", prefer));
  }
}
