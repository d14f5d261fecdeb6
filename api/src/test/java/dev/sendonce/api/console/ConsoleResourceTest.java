package dev.sendonce.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import dev.sendonce.api.TestClient.Answer;
import java.net.URLDecoder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConsoleResourceTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient anybody = API.client().as(null);

  @Test
  void servesOnePageForListAndDetail() {
    Answer list = anybody.get("/console");

    assertThat(list.status()).isEqualTo(200);
    assertThat(list.header("Content-Type")).get().asString().startsWith("text/html");
    assertThat(anybody.get("/console/sends/a%2Fb").text()).isEqualTo(list.text());
    assertThat(anybody.get("/console/console.js").header("Content-Type"))
        .get()
        .asString()
        .startsWith("text/javascript");
    assertThat(anybody.get("/console/console.css").status()).isEqualTo(200);
    assertThat(anybody.get("/console/ConsoleResource.class").status()).isEqualTo(404);
  }

  @Test
  void allowsScriptsFromItselfOnlyAndWritesNoMarkup() {
    Answer page = anybody.get("/console");

    assertThat(page.header("Content-Security-Policy"))
        .get()
        .asString()
        .contains("default-src 'none'")
        .contains("script-src 'self'")
        .doesNotContain("unsafe");
    assertThat(anybody.get("/console/console.js").text())
        .doesNotContain("innerHTML")
        .doesNotContain("insertAdjacentHTML");
  }

  @Test
  void leadsToListsInTheTemporalUi() {
    Answer stuck = anybody.get("/console/views/stuck-over-an-hour");

    assertThat(stuck.status()).isEqualTo(303);
    String to = URLDecoder.decode(stuck.header("Location").orElseThrow(), UTF_8);
    assertThat(to)
        .contains("/namespaces/default/workflows?query=")
        .contains("AND ExecutionStatus=\"Running\"")
        .endsWith("savedQuery=Stuck over an hour");
    Instant before = Instant.parse(to.replaceFirst(".*SendStuckSince < \"([^\"]*)\".*", "$1"));
    assertThat(before).isCloseTo(Instant.now().minusSeconds(3600), within(1, ChronoUnit.MINUTES));
    assertThat(anybody.get("/console/views/unconfirmed").status()).isEqualTo(303);
    assertThat(anybody.get("/console/views/other").status()).isEqualTo(404);
  }
}
