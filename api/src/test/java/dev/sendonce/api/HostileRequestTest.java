package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Requests that break off, lie or come in a form nobody reads: the client's mistakes, never 500.
 */
class HostileRequestTest {
  @RegisterExtension static final TestApi API = new TestApi();

  @Test
  void aBodyThatBreaksOffIsUnreadable() throws IOException {
    RawHttp.RawAnswer answer = exchange("Transfer-Encoding: chunked\r\n\r\nzz\r\n");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("type").asText()).isEqualTo("/problems/unreadable-body");
    assertThat(answer.json().path("detail").asText()).contains("broke off");
  }

  @Test
  void anAnnouncedLengthThatFitsNoIntegerIsTooLarge() throws IOException {
    for (String length : new String[] {"99999999999", "9223372036854775807"}) {
      RawHttp.RawAnswer answer = exchange("Content-Length: " + length + "\r\n\r\n");

      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.json().path("type").asText()).isEqualTo("/problems/too-large");
    }
  }

  @Test
  void aCompressedBodyIsRefusedByName() throws IOException {
    RawHttp.RawAnswer answer = exchange("Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}");

    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.json().path("detail").asText()).contains("Content-Encoding");
  }

  @Test
  void aMemberThatStandsTwiceIsNamedAsTheReason() {
    TestClient.Answer send =
        API.client().send("twice", "{\"from\":\"a@b.test\",\"from\":\"c@d.test\"}");

    assertThat(send.status()).isEqualTo(400);
    assertThat(send.json().path("detail").asText()).contains("twice at line 1");
  }

  @Test
  void anOrderWithAnEndlessNoteIsTooLarge() {
    API.client().send("endless", Letters.to("endless@example.org", "Endless"));
    TestClient.Answer answer =
        API.client().post("/v1/sends/endless/cancel", "{\"note\":\"" + "n".repeat(100_000) + "\"}");

    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.problem()).isEqualTo("too-large");
  }

  private static RawHttp.RawAnswer exchange(String rest) {
    return RawHttp.exchange(
        API.uri(),
        "POST /v1/sends HTTP/1.1\r\nHost: x\r\nConnection: close\r\nIdempotency-Key: k\r\n"
            + "Content-Type: application/json\r\nAuthorization: Bearer "
            + TestApi.ADMIN_KEY
            + "\r\n"
            + rest);
  }
}
