package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ResendGuardTest {
  @RegisterExtension static final TestApi API = new TestApi();

  @Test
  void saysWhenAResendMayBeOrdered() {
    TestClient guarded = API.client();
    guarded.send("resolve-4", Letters.to("r4@example.org"));
    new Steps(API.ledger(), "resolve-4").unconfirmed();

    Answer early =
        guarded.post(
            "/v1/sends/resolve-4/resolution",
            "{\"decision\":\"resend\",\"actor\":\"jo\",\"note\":\"again\",\"epoch\":1}");

    assertThat(early.status()).isEqualTo(409);
    assertThat(early.problem()).isEqualTo("too-early");
    assertThat(Instant.parse(early.json().path("notBefore").asText())).isAfter(Instant.now());
  }
}
