package dev.sendonce.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.JsonFormat;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As the Temporal UI and its command line call it. */
class CodecServletTest {
  private static final DataConverter PLAIN = DefaultDataConverter.newDefaultInstance();

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private EncryptingCodec codec;
  private Server server;

  @BeforeEach
  void start() throws Exception {
    codec =
        new EncryptingCodec(
            PayloadKeys.read(KeyFiles.write(directory.resolve("keys"), KeyFiles.line("2031", 7))),
            new SecureRandom());
    server = new Server(0);
    ServletContextHandler context = new ServletContextHandler();
    context.addServlet(
        new ServletHolder(new CodecServlet(codec, "http://ui.example:8233")), CodecServlet.MAPPING);
    server.setHandler(context);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  @Test
  void decryptsForTheTemporalUi() throws Exception {
    HttpResponse<String> answer =
        post("/codec/decode", json(codec.encode(List.of(payload()))), "http://ui.example:8233");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Access-Control-Allow-Origin"))
        .contains("http://ui.example:8233");
    assertThat(payloads(answer.body())).containsExactly(payload());
  }

  @Test
  void encryptsForTheCommandLine() throws Exception {
    HttpResponse<String> answer = post("/codec/encode", json(List.of(payload())), null);

    assertThat(answer.body()).doesNotContain("anPsYWlu");
    assertThat(codec.decode(payloads(answer.body()))).containsExactly(payload());
  }

  @Test
  void allowsThePageOfTheUiToAsk() throws Exception {
    HttpResponse<String> answer =
        send(
            request("/codec/decode", "http://ui.example:8233")
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().firstValue("Access-Control-Allow-Headers").orElse(""))
        .contains("X-Namespace")
        .contains("Content-Type");
  }

  @Test
  void refusesOtherPages() throws Exception {
    HttpResponse<String> answer =
        post("/codec/decode", json(codec.encode(List.of(payload()))), "http://evil.example");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    Payload damaged = codec.encode(List.of(payload())).get(0).toBuilder().clearData().build();

    assertThat(post("/codec/decode", json(List.of(damaged)), null).statusCode()).isEqualTo(400);
    assertThat(post("/codec/decode", "{", null).body()).contains("payloads");
    assertThat(post("/codec/else", "{}", null).statusCode()).isEqualTo(404);
    assertThat(send(request("/codec/decode", null).GET()).statusCode()).isEqualTo(405);
  }

  private static Payload payload() {
    return PLAIN.toPayload("a plain story").orElseThrow();
  }

  private static String json(List<Payload> payloads) throws IOException {
    return JsonFormat.printer().print(Payloads.newBuilder().addAllPayloads(payloads).build());
  }

  private static List<Payload> payloads(String json) throws IOException {
    Payloads.Builder read = Payloads.newBuilder();
    JsonFormat.parser().merge(json, read);
    return read.getPayloadsList();
  }

  private HttpResponse<String> post(String path, String body, String origin)
      throws IOException, InterruptedException {
    return send(request(path, origin).POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path, String origin) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.getURI().resolve(URI.create(path)))
            .header("Content-Type", "application/json");
    return origin == null ? request : request.header("Origin", origin);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
