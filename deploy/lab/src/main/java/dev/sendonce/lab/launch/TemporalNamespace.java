package dev.sendonce.lab.launch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Settings of the dev server's namespace that no flag sets. */
final class TemporalNamespace {
  private static final Duration RETENTION = Duration.ofDays(365);

  private TemporalNamespace() {}

  /**
   * Keeps closed workflows for a year, where the dev server would forget them after a day; only the
   * Temporal UI needs them.
   *
   * @param namespace root of the namespace in the HTTP interface
   */
  static void keepForAYear(String namespace) throws StartFailure, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(namespace + "/update"))
            .timeout(Duration.ofSeconds(10))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"config\":{\"workflowExecutionRetentionTtl\":\""
                        + RETENTION.toSeconds()
                        + "s\"}}"))
            .build();
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new StartFailure("temporal refused to change its retention: " + response.body());
      }
    } catch (IOException e) {
      throw new StartFailure("temporal did not change its retention: " + e.getMessage(), e);
    }
  }
}
