package dev.sendonce.evidence.events;

import static dev.sendonce.evidence.Questions.MESSAGE_ID;
import static dev.sendonce.evidence.events.EventsBench.post;
import static dev.sendonce.evidence.events.EventsBench.sign;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.Finding;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class SendGridEventsTest {
  private static final String SENDGRID =
      """
      [{"email":"ann@example.net","timestamp":1772618400,"event":"bounce","sg_event_id":"a",
        "smtp-id":"%s","sg_message_id":"14c5d75ce93.dfd.64b469.filter0001"},
       {"email":"ann@example.net","timestamp":1772618400,"event":"processed","sg_event_id":"b"}]
      """
          .formatted(MESSAGE_ID);

  private final EventsBench bench = new EventsBench();

  @Test
  void takesSendGridEventsSignedWithItsKey() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    String key = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
    String signature = sign("SHA256withECDSA", pair.getPrivate(), "1772618400" + SENDGRID);
    ProviderEvents events = bench.events(EvidenceSettings.Provider.SENDGRID, key);
    assertThat(
            events.receive(
                post(
                    SENDGRID,
                    "X-Twilio-Email-Event-Webhook-Signature",
                    signature,
                    "X-Twilio-Email-Event-Webhook-Timestamp",
                    "1772618400")))
        .isEqualTo(new Reception.Taken(1, 0, 0, 1));
    assertThat(bench.arrivals().get(0).about().providerId()).contains("14c5d75ce93");
    assertThat(bench.arrivals().get(0).finding()).isEqualTo(Finding.BOUNCED);
    assertThat(
            events.receive(
                post(
                    SENDGRID.replace("bounce", "spamreport"),
                    "X-Twilio-Email-Event-Webhook-Signature",
                    signature,
                    "X-Twilio-Email-Event-Webhook-Timestamp",
                    "1772618400")))
        .isEqualTo(new Reception.NotAuthentic());
  }

  @Test
  void saysWhatASendGridKeyLooksLike() {
    assertThatThrownBy(() -> bench.events(EvidenceSettings.Provider.SENDGRID, "nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("evidence.events.secret");
  }
}
