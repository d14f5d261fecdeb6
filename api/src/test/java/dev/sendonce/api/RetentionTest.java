package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RetentionTest {
  @RegisterExtension static final TestApi API = new TestApi();

  @Test
  void erasesFinishedSendsOnceTheirTimeIsOver() {
    TestClient client = API.client();
    for (String key : new String[] {"kept-sent", "kept-uncertain", "kept-prepared"}) {
      client.send(key, Letters.to(key + "@example.org"));
    }
    new Steps(API.ledger(), "kept-sent").accepted();
    new Steps(API.ledger(), "kept-uncertain").unconfirmed();

    retention(Duration.ofDays(1)).run();
    assertThat(API.send("kept-sent").erasedAt()).isNull();

    retention(Duration.ofMillis(-1)).run();
    assertThat(API.send("kept-sent").erasedAt()).isNotNull();
    assertThat(client.get("/v1/sends/kept-sent/message").status()).isEqualTo(410);
    assertThat(API.send("kept-uncertain").erasedAt()).isNull();
    assertThat(API.send("kept-prepared").erasedAt()).isNull();
  }

  private static Retention retention(Duration kept) {
    return new Retention(API.storage(), kept, Clock.systemUTC());
  }
}
