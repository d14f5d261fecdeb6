package dev.sendonce.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import dev.sendonce.api.TestClient.Answer;
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
}
