package dev.sendonce.evidence.events;

import static dev.sendonce.evidence.Questions.SEND_ID;
import static dev.sendonce.evidence.events.EventsBench.CLOCK;
import static dev.sendonce.evidence.events.EventsBench.SECRET;
import static dev.sendonce.evidence.events.EventsBench.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.evidence.Arrival;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSettings.Events;
import dev.sendonce.evidence.Finding;
import dev.sendonce.send.AttemptMark;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GenericEventsTest {
  private final EventsBench bench = new EventsBench();

  private static Notification signed(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return post(body, "x-sendonce-signature", "sha256=" + Secrets.hmacSha256(SECRET, bytes));
  }

  private static String generic(String id, String event) {
    return "{\"id\":\""
        + id
        + "\",\"event\":\""
        + event
        + "\",\"at\":\"2026-03-04T10:00:00Z\",\"sendId\":\""
        + SEND_ID
        + "\",\"attempt\":2,\"recipient\":\"ann@example.net\",\"detail\":\"to ann@example.net\"}";
  }

  @Test
  void takesAPlainEventWithItsAttempt() {
    assertThat(
            bench
                .events(EvidenceSettings.Provider.GENERIC, SECRET)
                .receive(signed(generic("e1", "delivered"))))
        .isEqualTo(new Reception.Taken(1, 0, 0, 0));
    Arrival arrival = bench.arrivals().get(0);
    assertThat(arrival.finding()).isEqualTo(Finding.DELIVERED);
    assertThat(arrival.about().mark()).contains(new AttemptMark(SEND_ID, 2));
    assertThat(arrival.id()).isEqualTo("events/default/e1");
    assertThat(arrival.detail()).doesNotContain("@");
  }

  @Test
  void refusesAChangedBodyAndAMissingSignature() {
    Notification good = signed(generic("e1", "delivered"));
    String stolen = good.header("X-Sendonce-Signature").orElseThrow();
    ProviderEvents events = bench.events(EvidenceSettings.Provider.GENERIC, SECRET);
    assertThat(events.receive(post(generic("e1", "bounced"), "X-Sendonce-Signature", stolen)))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(events.receive(post(generic("e1", "bounced"))))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(bench.arrivals()).isEmpty();
    assertThat(bench.metrics().counter("evidence.events.not-authentic.default").getCount())
        .isEqualTo(2);
  }

  @Test
  void theSameEventAgainIsKnownByItsId() {
    ProviderEvents events = bench.events(EvidenceSettings.Provider.GENERIC, SECRET);
    events.receive(signed(generic("e1", "delivered")));
    assertThat(events.receive(signed(generic("e1", "delivered"))))
        .isEqualTo(new Reception.Taken(0, 1, 0, 0));
  }

  @Test
  void unreadableAndUnknownKindsDoNoHarm() {
    ProviderEvents events = bench.events(EvidenceSettings.Provider.GENERIC, SECRET);
    assertThat(events.receive(signed("{"))).isInstanceOf(Reception.Unreadable.class);
    assertThat(events.receive(signed("{\"id\":\"e\"}"))).isInstanceOf(Reception.Unreadable.class);
    assertThat(events.receive(signed(generic("e1", "teleported"))))
        .isEqualTo(new Reception.Taken(0, 0, 0, 1));
    assertThat(bench.arrivals()).isEmpty();
  }

  @Test
  void aLedgerOutOfReachIsTheCallersProblem() {
    ProviderEvents events =
        new ProviderEvents(
            "default",
            new Events(EvidenceSettings.Provider.GENERIC, SECRET),
            arrival -> {
              throw new IllegalStateException("ledger");
            },
            bench.metrics(),
            CLOCK);
    assertThatThrownBy(() -> events.receive(signed(generic("e1", "delivered"))))
        .isInstanceOf(IllegalStateException.class);
  }
}
