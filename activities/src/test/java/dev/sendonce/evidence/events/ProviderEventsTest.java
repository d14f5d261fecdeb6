package dev.sendonce.evidence.events;

import static dev.sendonce.evidence.Questions.MESSAGE_ID;
import static dev.sendonce.evidence.Questions.SEND_ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.evidence.Arrival;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSettings.Events;
import dev.sendonce.evidence.EvidenceSink.Receipt;
import dev.sendonce.evidence.Finding;
import dev.sendonce.send.AttemptMark;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProviderEventsTest {
  private static final String SECRET = "s3cr3t";
  private static final Instant NOW = Instant.parse("2026-03-04T10:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  private final MetricRegistry metrics = new MetricRegistry();
  private final List<Arrival> arrivals = new ArrayList<>();
  private final Set<String> known = new HashSet<>();

  private Receipt take(Arrival arrival) {
    arrivals.add(arrival);
    return known.add(arrival.id()) ? Receipt.ATTACHED : Receipt.REPEATED;
  }

  private ProviderEvents events(EvidenceSettings.Provider provider, String secret) {
    return new ProviderEvents("default", new Events(provider, secret), this::take, metrics, CLOCK);
  }

  private static Notification post(String body, String... headers) {
    Map<String, String> map = new java.util.HashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      map.put(headers[i], headers[i + 1]);
    }
    return new Notification(map, body.getBytes(StandardCharsets.UTF_8));
  }

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

  private static String sign(String algorithm, PrivateKey key, String text) throws Exception {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(signature.sign());
  }

  @Test
  void takesAPlainEventWithItsAttempt() {
    assertThat(
            events(EvidenceSettings.Provider.GENERIC, SECRET)
                .receive(signed(generic("e1", "delivered"))))
        .isEqualTo(new Reception.Taken(1, 0, 0, 0));
    Arrival arrival = arrivals.get(0);
    assertThat(arrival.finding()).isEqualTo(Finding.DELIVERED);
    assertThat(arrival.about().mark()).contains(new AttemptMark(SEND_ID, 2));
    assertThat(arrival.id()).isEqualTo("events/default/e1");
    assertThat(arrival.detail()).doesNotContain("@");
  }

  @Test
  void refusesAChangedBodyAndAMissingSignature() {
    Notification good = signed(generic("e1", "delivered"));
    String stolen = good.header("X-Sendonce-Signature").orElseThrow();
    ProviderEvents events = events(EvidenceSettings.Provider.GENERIC, SECRET);
    assertThat(events.receive(post(generic("e1", "bounced"), "X-Sendonce-Signature", stolen)))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(events.receive(post(generic("e1", "bounced"))))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(arrivals).isEmpty();
    assertThat(metrics.counter("evidence.events.not-authentic.default").getCount()).isEqualTo(2);
  }

  @Test
  void theSameEventAgainIsKnownByItsId() {
    ProviderEvents events = events(EvidenceSettings.Provider.GENERIC, SECRET);
    events.receive(signed(generic("e1", "delivered")));
    assertThat(events.receive(signed(generic("e1", "delivered"))))
        .isEqualTo(new Reception.Taken(0, 1, 0, 0));
  }

  @Test
  void unreadableAndUnknownKindsDoNoHarm() {
    ProviderEvents events = events(EvidenceSettings.Provider.GENERIC, SECRET);
    assertThat(events.receive(signed("{"))).isInstanceOf(Reception.Unreadable.class);
    assertThat(events.receive(signed("{\"id\":\"e\"}"))).isInstanceOf(Reception.Unreadable.class);
    assertThat(events.receive(signed(generic("e1", "teleported"))))
        .isEqualTo(new Reception.Taken(0, 0, 0, 1));
    assertThat(arrivals).isEmpty();
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
            metrics,
            CLOCK);
    assertThatThrownBy(() -> events.receive(signed(generic("e1", "delivered"))))
        .isInstanceOf(IllegalStateException.class);
  }

  // ---- Mailgun

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
    events(EvidenceSettings.Provider.MAILGUN, SECRET)
        .receive(post(mailgun("t1", "failed", now, SECRET)));
    assertThat(arrivals)
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
    ProviderEvents events = events(EvidenceSettings.Provider.MAILGUN, SECRET);
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
    ProviderEvents events = events(EvidenceSettings.Provider.MAILGUN, SECRET);
    assertThat(events.receive(post(mailgun("t1", "delivered", now, "other"))))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(events.receive(post(mailgun("t2", "delivered", now - 86_400, SECRET))))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(events.receive(post(mailgun("t3", "delivered", now + 86_400, SECRET))))
        .isEqualTo(new Reception.NotAuthentic());
  }

  // ---- SendGrid

  private static final String SENDGRID =
      """
      [{"email":"ann@example.net","timestamp":1772618400,"event":"bounce","sg_event_id":"a",
        "smtp-id":"%s","sg_message_id":"14c5d75ce93.dfd.64b469.filter0001"},
       {"email":"ann@example.net","timestamp":1772618400,"event":"processed","sg_event_id":"b"}]
      """
          .formatted(MESSAGE_ID);

  @Test
  void takesSendGridEventsSignedWithItsKey() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    String key = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
    String signature = sign("SHA256withECDSA", pair.getPrivate(), "1772618400" + SENDGRID);
    ProviderEvents events = events(EvidenceSettings.Provider.SENDGRID, key);
    assertThat(
            events.receive(
                post(
                    SENDGRID,
                    "X-Twilio-Email-Event-Webhook-Signature",
                    signature,
                    "X-Twilio-Email-Event-Webhook-Timestamp",
                    "1772618400")))
        .isEqualTo(new Reception.Taken(1, 0, 0, 1));
    assertThat(arrivals.get(0).about().providerId()).contains("14c5d75ce93");
    assertThat(arrivals.get(0).finding()).isEqualTo(Finding.BOUNCED);
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
    assertThatThrownBy(() -> events(EvidenceSettings.Provider.SENDGRID, "nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("evidence.events.secret");
  }

  // ---- Postmark

  private static final String POSTMARK =
      """
      {"RecordType":"Delivery","MessageID":"883953f4-6105-42a2-a16a-77a8eac79483",
       "Recipient":"ann@example.net","DeliveredAt":"2026-03-04T10:00:00.0000000-05:00"}
      """;

  @Test
  void takesPostmarkEventsByPasswordOrToken() {
    String basic =
        "Basic " + Base64.getEncoder().encodeToString("u:p".getBytes(StandardCharsets.UTF_8));
    ProviderEvents events = events(EvidenceSettings.Provider.POSTMARK, "u:p");
    assertThat(events.receive(post(POSTMARK, "Authorization", basic)))
        .isEqualTo(new Reception.Taken(1, 0, 0, 0));
    assertThat(events.receive(post(POSTMARK, "X-Sendonce-Token", "u:p")))
        .isEqualTo(new Reception.Taken(0, 1, 0, 0));
    assertThat(events.receive(post(POSTMARK, "Authorization", "Basic eHg6eHg=")))
        .isEqualTo(new Reception.NotAuthentic());
    assertThat(arrivals.get(0).about().providerId())
        .contains("883953f4-6105-42a2-a16a-77a8eac79483");
  }

  // ---- SES

  private static String ses(String topic, String url, String signature) {
    return """
        {"Type":"Notification","MessageId":"22b80b92","TopicArn":"%s","Timestamp":"%s",
         "SignatureVersion":"2","SigningCertURL":"%s","Signature":"%s","Message":%s}
        """
        .formatted(topic, NOW, url, signature, quoted(SES_EVENT));
  }

  private static final String SES_EVENT =
      "{\"eventType\":\"Bounce\",\"bounce\":{\"bouncedRecipients\":"
          + "[{\"emailAddress\":\"ann@example.net\"},{\"emailAddress\":\"bob@example.net\"}]},"
          + "\"mail\":{\"messageId\":\"0102018\",\"headers\":[{\"name\":\"X-Sendonce-Id\",\"value\":\""
          + SEND_ID
          + "\"}]}}";

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
            "default", new SesAdapter(topic, url -> pair.getPublic()), this::take, metrics);
    assertThat(events.receive(post(ses(topic, "https://x", signature))))
        .isEqualTo(new Reception.Taken(2, 0, 0, 0));
    assertThat(arrivals).extracting(a -> a.recipient().orElse("")).contains("bob@example.net");
    assertThat(arrivals.get(0).about().anySendId()).contains(SEND_ID);
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
