package dev.sendonce.evidence.events;

import static dev.sendonce.evidence.events.EventsBench.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.EvidenceSettings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class PostmarkEventsTest {
  private static final String POSTMARK =
      """
      {"RecordType":"Delivery","MessageID":"883953f4-6105-42a2-a16a-77a8eac79483",
       "Recipient":"ann@example.net","DeliveredAt":"2026-03-04T10:00:00.0000000-05:00"}
      """;

  private final EventsBench bench = new EventsBench();

  @Test
  void takesPostmarkEventsByPasswordOrToken() {
    String basic =
        "Basic " + Base64.getEncoder().encodeToString("u:p".getBytes(StandardCharsets.UTF_8));
    ProviderEvents events = bench.events(EvidenceSettings.Provider.POSTMARK, "u:p");
    assertThat(events.receive(post(POSTMARK, "Authorization", basic)))
        .isEqualTo(new Reception.Taken(1, 0, 0, 0));
    assertThat(events.receive(post(POSTMARK, "X-Sendonce-Token", "u:p")))
        .isEqualTo(new Reception.Taken(0, 1, 0, 0));
    assertThat(events.receive(post(POSTMARK, "Authorization", "Basic eHg6eHg=")))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(bench.arrivals().get(0).about().providerId())
        .contains("883953f4-6105-42a2-a16a-77a8eac79483");
  }
}
