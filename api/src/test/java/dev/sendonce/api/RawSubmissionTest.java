package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RawSubmissionTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private static final String LETTER =
      "From: Billing <billing@example.com>\r\nTo: Ann <ann@example.org>\r\nSubject: Raw\r\n\r\nHi\r\n";

  private final TestClient client = API.client();

  @Test
  void takesTheEnvelopeFromTheQuery() {
    Answer answer = post("raw-1", "?to=bob@example.net&metadata.order=42", LETTER);

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.json().path("recipients").findValuesAsText("address"))
        .containsExactly("bob@example.net");
    assertThat(answer.json().path("metadata").path("order").asText()).isEqualTo("42");
    assertThat(client.get("/v1/sends/raw-1/message").text()).endsWith(LETTER);
    assertThat(post("raw-1", "?to=bob@example.net&metadata.order=42", LETTER).status())
        .isEqualTo(200);
  }

  @Test
  void namesWhatIsWrong() {
    Answer answer = post("raw-2", "?colour=red", LETTER.replace("From: ", "Bcc: "));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .contains("to", "colour", "message");
  }

  private Answer post(String key, String query, String message) {
    return client.post(
        "/v1/sends" + query, message, "Idempotency-Key", key, "Content-Type", "message/rfc822");
  }
}
