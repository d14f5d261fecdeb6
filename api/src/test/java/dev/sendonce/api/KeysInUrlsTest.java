package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import dev.sendonce.send.SendKey;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysInUrlsTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient client = API.client();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b",
        "/leading",
        "trailing/",
        "a//b",
        "a/../b",
        "../a",
        "a/.",
        "...",
        "~user",
        "a:b@c+d=e,f-g_h.i",
        "v1/sends/x/timeline",
        "a+b"
      })
  void everyAllowedKeyWorksInEveryUrl(String key) {
    Answer accepted = client.send(key, Letters.to("u" + key.hashCode() + "@example.org"));
    assertThat(accepted.status()).isEqualTo(202);
    String self = accepted.json().path("links").path("self").asText();
    URI location = URI.create(accepted.header("Location").orElseThrow());

    assertThat(self).doesNotContain(key.contains("/") ? key : "\0");
    assertThat(location.getRawPath()).isEqualTo(self);
    assertThat(client.get(self).json().path("key").asText()).isEqualTo(key);
    assertThat(client.get(self + "/timeline").json().path("items")).isNotEmpty();
    assertThat(client.get(self + "/message").text()).contains("Hello");
    assertThat(client.post(self + "/cancel", "{}").json().path("state").asText())
        .isEqualTo("not_sent");
    assertThat(client.delete(self + "/content").status()).isEqualTo(204);
  }

  @Test
  void everyAllowedCharacterMayStandUnescapedExceptTheSlash() {
    String key = "AZaz09._~:@+=,-";
    client.send(key, Letters.to("plain@example.org"));

    assertThat(client.get("/v1/sends/" + key).json().path("key").asText()).isEqualTo(key);
  }

  @Test
  void theLongestKeyWorks() {
    String key = "/".repeat(200);
    client.send(key, Letters.to("long@example.org"));

    assertThat(client.get("/v1/sends/" + new SendKey(key).pathSegment()).status()).isEqualTo(200);
  }

  @Test
  void neverTakesOneKeyForAnother() {
    client.send("trap", Letters.to("trap@example.org"));

    for (String path :
        List.of("trap;b=c", "trap;", "tr%FFap", "trap%FF", "trap%C0%80", "trap%2", "trap%00")) {
      RawHttp.RawAnswer answer = rawGet("/v1/sends/" + path);
      assertThat(answer.status()).as(path).isEqualTo(400);
    }
    for (String path : List.of("trap%3Bb=c", "trap%20", "tr%C3%A9ap", "trap%2F")) {
      assertThat(client.get("/v1/sends/" + path).status()).as(path).isEqualTo(404);
    }
    assertThat(client.get("/v1/sends/trap").status()).isEqualTo(200);
  }

  private static RawHttp.RawAnswer rawGet(String path) {
    return RawHttp.get(API.uri(), path, TestApi.ADMIN_KEY);
  }
}
