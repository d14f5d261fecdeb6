package dev.sendonce.evidence.events;

import static dev.sendonce.evidence.Questions.MESSAGE_ID;
import static dev.sendonce.evidence.Questions.SEND_ID;
import static dev.sendonce.evidence.events.EventsBench.NOW;
import static dev.sendonce.evidence.events.EventsBench.SECRET;
import static dev.sendonce.evidence.events.EventsBench.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.Finding;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MailgunEventsTest {
  private final EventsBench bench = new EventsBench();

  private static String mailgun(String token, String event, long timestamp, String key) {
    String signature =
        Secrets.hmacSha256(key, (timestamp + token).getBytes(StandardCharsets.UTF_8));
    return """
        {"signature":{"timestamp":"%d","token":"%s","signature":"%s"},
         "event-data":{"event":"%s","severity":"temporary","id":"G9Bn5sl1TC6nu79C8C0bwg",
          "timestamp":1772618400.500181,"recipient":"ann@example.net",
          "message":{"headers":{"message-id":"%s"}}}}
        """
        .formatted(timestamp, token, signature, event, MESSAGE_ID.replaceAll("[<>]", ""));
  }

  @Test
  void takesAMailgunEvent() {
    long now = NOW.getEpochSecond();
    bench
        .events(EvidenceSettings.Provider.MAILGUN, SECRET)
        .receive(post(mailgun("t1", "failed", now, SECRET)));
    assertThat(bench.arrivals())
        .singleElement()
        .satisfies(
            a -> {
              assertThat(a.finding()).isEqualTo(Finding.DELAYED);
              assertThat(a.about().messageId()).contains(MESSAGE_ID);
              assertThat(a.about().anySendId()).contains(SEND_ID);
              assertThat(a.at()).isEqualTo("2026-03-04T10:00:00.500Z");
            });
  }

  @Test
  void refusesAMailgunTokenThatComesBackWithAnotherEvent() {
    long now = NOW.getEpochSecond();
    ProviderEvents events = bench.events(EvidenceSettings.Provider.MAILGUN, SECRET);
    assertThat(events.receive(post(mailgun("t1", "delivered", now, SECRET))))
        .isInstanceOf(Reception.Taken.class);
    assertThat(events.receive(post(mailgun("t1", "delivered", now, SECRET))))
        .isEqualTo(new Reception.Taken(0, 1, 0, 0));
    assertThat(events.receive(post(mailgun("t1", "complained", now, SECRET))))
        .isEqualTo(new Reception.NotAuthentic());
  }

  @Test
  void refusesAWrongKeyAndAnOldTimeStampOfMailgun() {
    long now = NOW.getEpochSecond();
    ProviderEvents events = bench.events(EvidenceSettings.Provider.MAILGUN, SECRET);
    assertThat(events.receive(post(mailgun("t1", "delivered", now, "other"))))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(events.receive(post(mailgun("t2", "delivered", now - 86_400, SECRET))))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(events.receive(post(mailgun("t3", "delivered", now + 86_400, SECRET))))
        .isEqualTo(new Reception.NotAuthentic());
  }
}
