package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

class LogPrivacyTest {
  @RegisterExtension static final TestApi API = new TestApi();

  @Test
  void noAddressSubjectOrContentIsLogged() {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.addAppender(lines);
    Level before = ((Logger) LoggerFactory.getLogger("dev.sendonce")).getLevel();
    ((Logger) LoggerFactory.getLogger("dev.sendonce")).setLevel(Level.DEBUG);
    try {
      TestClient client = API.client();
      client.send("log-1", Letters.to("hidden-person@example.org", "hidden-subject"));
      client.send("log-2", "{\"from\":\"hidden-person@example.org\",\"hidden-field\":");
      client.send("log-3", "{\"from\":\"hidden-person@\"}");
      client.get("/v1/sends?recipient=hidden-person@example.org&since=hidden-time");
      client.get("/v1/sends?recipient=hidden-person@example.org");
      API.database()
          .getCollection("sends")
          .insertOne(
              new Document("_id", "log-4").append("client", "x").append("from", "hidden-person"));
      assertThat(client.get("/v1/sends/log-4").status()).isEqualTo(500);

      Awaitility.await()
          .untilAsserted(() -> assertThat(text(lines)).contains("GET /v1/sends/log-4 500"));
      assertThat(text(lines)).contains("POST /v1/sends 202").contains("incident");
      assertThat(text(lines)).doesNotContain("hidden").doesNotContain(TestApi.ADMIN_KEY);
    } finally {
      root.detachAppender(lines);
      ((Logger) LoggerFactory.getLogger("dev.sendonce")).setLevel(before);
    }
  }

  private static String text(ListAppender<ILoggingEvent> lines) {
    StringBuilder text = new StringBuilder();
    for (ILoggingEvent event : java.util.List.copyOf(lines.list)) {
      text.append(event.getFormattedMessage()).append('\n');
      if (event.getThrowableProxy() != null) {
        text.append(event.getThrowableProxy().getMessage()).append('\n');
      }
    }
    return text.toString();
  }
}
