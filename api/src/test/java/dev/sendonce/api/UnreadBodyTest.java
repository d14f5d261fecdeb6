package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class UnreadBodyTest {
  @RegisterExtension static final TestApi API = new TestApi();

  @Test
  void anAnswerBeforeTheBodyArrivedEndsTheConnectionAndSaysSo() {
    RawHttp.RawAnswer answer =
        RawHttp.exchange(API.uri(), post("Content-Length: 20\r\n\r\n", "unknown-key"));
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.head()).containsIgnoringCase("Connection: close");
  }

  @Test
  void aChunkedBodyThatNobodyReadCountsToo() {
    RawHttp.RawAnswer answer =
        RawHttp.exchange(API.uri(), post("Transfer-Encoding: chunked\r\n\r\n", "unknown-key"));
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.head()).containsIgnoringCase("Connection: close");
  }

  @Test
  void aRefusalOfABodyThatWasReadKeepsTheConnection() {
    TestClient.Answer answer = API.client().send("unread-1", "{}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.header("Connection")).isEmpty();
  }

  private static String post(String rest, String key) {
    return "POST /v1/sends HTTP/1.1\r\nHost: x\r\nIdempotency-Key: k\r\n"
        + "Content-Type: application/json\r\nAuthorization: Bearer "
        + key
        + "\r\n"
        + rest;
  }
}
