package dev.sendonce.api.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import dev.sendonce.api.TestClient.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EvidenceResourceTest {
  private static final String SECRET = "a shared secret for tests";

  @RegisterExtension
  static final TestApi API =
      new TestApi(
          "relays.default.evidence.events.provider=generic",
          "relays.default.evidence.events.secretFile=" + secretFile());

  private final TestClient provider = API.client().as(null);

  private static Path secretFile() {
    try {
      Path file = Files.createTempFile("sendonce", ".secret");
      file.toFile().deleteOnExit();
      return Files.writeString(file, SECRET);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String signature(String body) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
  }

  private Answer post(String body) throws GeneralSecurityException {
    return provider.post("/v1/evidence/default", body, "X-Sendonce-Signature", signature(body));
  }

  private static String event(String id, String sendId) {
    return "{\"id\":\""
        + id
        + "\",\"event\":\"delivered\",\"at\":\"2026-03-04T10:00:00Z\",\"sendId\":\""
        + sendId
        + "\"}";
  }

  @Test
  void attachesASignedEventToItsSendWithoutAnApiKey() throws Exception {
    API.client()
        .send(
            "evidence-1",
            "{\"from\":\"app@example.org\",\"to\":[\"ann@example.net\"],\"subject\":\"x\","
                + "\"text\":\"y\"}");
    String sendId = API.send("evidence-1").id();
    assertThat(post(event("e1", sendId)).json().path("attached").asInt()).isEqualTo(1);
    assertThat(post(event("e1", sendId)).json().path("repeated").asInt()).isEqualTo(1);
    assertThat(API.send("evidence-1").evidence())
        .singleElement()
        .matches(e -> e.finding().equals("delivered") && e.source().equals("events"));
  }

  @Test
  void countsEventsAboutNoSend() throws Exception {
    Answer answer = post(event("e2", "nobody"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("unknown").asInt()).isEqualTo(1);
  }

  @Test
  void refusesAWrongSignature() {
    Answer answer =
        provider.post(
            "/v1/evidence/default", event("e3", "x"), "X-Sendonce-Signature", "sha256=00");
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.problem()).isEqualTo("unauthorized");
  }

  @Test
  void refusesWhatIsNotInTheProvidersForm() throws Exception {
    assertThat(post("{").status()).isEqualTo(400);
    assertThat(post("{\"event\":\"delivered\"}").problem()).isEqualTo("unreadable-body");
  }

  @Test
  void knowsNoReceiverForOtherRelays() {
    assertThat(provider.post("/v1/evidence/slow", "{}").status()).isEqualTo(404);
    assertThat(provider.post("/v1/evidence/none", "{}").status()).isEqualTo(404);
  }
}
