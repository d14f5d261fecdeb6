package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReferenceTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient client = API.client();

  @Test
  void aReferenceGetsItsNumber() {
    String letter =
        """
        {"from": "ann@example.com", "to": ["bob@example.net"], "subject": "s", "text": "%s",
         "reference": {"category": "invoice", "subCategory": "raw"}}
        """;

    assertThat(client.send("numbered-1", letter.formatted("1")).json().path("reference"))
        .hasToString(
            "{\"category\":\"invoice\",\"subCategory\":\"raw\",\"value\":1,\"text\":\"invoice-raw-1\"}");
    assertThat(
            client
                .send("numbered-2", letter.formatted("2"))
                .json()
                .path("reference")
                .path("value")
                .asInt())
        .isEqualTo(2);
    assertThat(
            client
                .send("numbered-1", letter.formatted("1"))
                .json()
                .path("reference")
                .path("value")
                .asInt())
        .isEqualTo(1);
  }
}
