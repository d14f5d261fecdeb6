package dev.sendonce.lab.storm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** A client that streams letters of any size in both directions. Thread-safe. */
final class LargeLetters {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final HttpClient http = HttpClient.newHttpClient();
  private final String root;
  private final String apiKey;
  private final Path attachment;

  /**
   * @param run the deployment's {@code run.json}
   * @param attachment file to be made
   * @param size decoded, in bytes
   */
  LargeLetters(JsonNode run, Path attachment, int size) throws IOException {
    this.root = run.get("api").get(0).asText();
    this.apiKey = run.get("apiKey").asText();
    this.attachment = attachment;
    byte[] content = new byte[size];
    new Random(size).nextBytes(content);
    try (OutputStream out = Base64.getEncoder().wrap(Files.newOutputStream(attachment))) {
      out.write(content);
    }
  }

  /** The status of the answer. */
  int post(String key) throws IOException, InterruptedException {
    HttpRequest request =
        request("/v1/sends")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofInputStream(() -> letter(key)))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private InputStream letter(String subject) {
    String before =
        "{\"from\": \"app@example.test\", \"to\": [\"ann@example.test\"], \"subject\": \""
            + subject
            + "\", \"text\": \"See the attachment.\", \"attachments\": [{\"filename\": \"a.bin\","
            + " \"contentType\": \"application/octet-stream\", \"content\": \"";
    try {
      return new SequenceInputStream(
          Collections.enumeration(
              List.of(bytes(before), Files.newInputStream(attachment), bytes("\"}]}"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  JsonNode get(String key) throws IOException, InterruptedException {
    return JSON.readTree(
        http.send(request("/v1/sends/" + key).build(), HttpResponse.BodyHandlers.ofByteArray())
            .body());
  }

  /** {@code sha256:} and the digest of what {@code /message} gives. */
  String digestOfMessage(String key) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    HttpRequest request = request("/v1/sends/" + key + "/message").build();
    try (InputStream body =
        new DigestInputStream(
            http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body(), digest)) {
      body.transferTo(OutputStream.nullOutputStream());
    }
    return "sha256:" + HexFormat.of().formatHex(digest.digest());
  }

  /** The status of the answer. */
  int erase(String key) throws IOException, InterruptedException {
    return http.send(
            request("/v1/sends/" + key + "/content").DELETE().build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(root + path))
        .timeout(LIMIT)
        .header("Authorization", "Bearer " + apiKey);
  }
}
