package dev.sendonce.evidence.events;

import static dev.sendonce.evidence.Questions.SEND_ID;
import static dev.sendonce.evidence.events.EventsBench.NOW;
import static dev.sendonce.evidence.events.EventsBench.post;
import static dev.sendonce.evidence.events.EventsBench.sign;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import org.junit.jupiter.api.Test;

class SesEventsTest {
  private static final String SES_EVENT =
      "{\"eventType\":\"Bounce\",\"bounce\":{\"bouncedRecipients\":"
          + "[{\"emailAddress\":\"ann@example.net\"},{\"emailAddress\":\"bob@example.net\"}]},"
          + "\"mail\":{\"messageId\":\"0102018\",\"headers\":[{\"name\":\"X-Sendonce-Id\",\"value\":\""
          + SEND_ID
          + "\"}]}}";

  private final EventsBench bench = new EventsBench();

  private static String ses(String topic, String url, String signature) {
    return """
        {"Type":"Notification","MessageId":"22b80b92","TopicArn":"%s","Timestamp":"%s",
         "SignatureVersion":"2","SigningCertURL":"%s","Signature":"%s","Message":%s}
        """
        .formatted(topic, NOW, url, signature, quoted(SES_EVENT));
  }

  private static String quoted(String json) {
    return "\"" + json.replace("\"", "\\\"") + "\"";
  }

  @Test
  void takesSesEventsOfTheConfiguredTopicOnly() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    String topic = "arn:aws:sns:eu-west-1:123456789012:mail";
    String text =
        "Message\n"
            + SES_EVENT
            + "\nMessageId\n22b80b92\nTimestamp\n"
            + NOW
            + "\nTopicArn\n"
            + topic
            + "\nType\nNotification\n";
    String signature = sign("SHA256withRSA", pair.getPrivate(), text);
    ProviderEvents events =
        new ProviderEvents(
            "default",
            new SesAdapter(topic, url -> pair.getPublic()),
            bench::take,
            bench.metrics());
    assertThat(events.receive(post(ses(topic, "https://x", signature))))
        .isEqualTo(new Reception.Taken(2, 0, 0, 0));
    assertThat(bench.arrivals())
        .extracting(a -> a.recipient().orElse(""))
        .contains("bob@example.net");
    assertThat(bench.arrivals().get(0).about().anySendId()).contains(SEND_ID);
    assertThat(events.receive(post(ses(topic + "2", "https://x", signature))))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(events.receive(post(ses(topic, "https://x", signature).replace("ann@", "eve@"))))
        .isEqualTo(new Reception.NotAuthentic());
  }

  @Test
  void trustsNoCertificateButAmazons() {
    AmazonSigningKeys keys = new AmazonSigningKeys();
    for (String url :
        new String[] {
          "http://sns.eu-west-1.amazonaws.com/a.pem",
          "https://sns.eu-west-1.amazonaws.com.evil.example/a.pem",
          "https://evil.example/sns.eu-west-1.amazonaws.com/a.pem",
          "https://sns.eu-west-1.amazonaws.com@evil.example/a.pem"
        }) {
      assertThatThrownBy(() -> keys.at(url)).hasMessageContaining("not Amazon's");
    }
  }
}
