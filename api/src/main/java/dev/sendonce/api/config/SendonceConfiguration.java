package dev.sendonce.api.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.core.Configuration;
import io.dropwizard.util.Duration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that the YAML says; deploy/docs/configuration.md explains each setting. Read once at
 * start, never written afterwards.
 */
public final class SendonceConfiguration extends Configuration {
  @JsonProperty @Valid @NotNull private TemporalSettings temporal = TemporalSettings.DEFAULT;

  @JsonProperty @Valid @NotNull private MongoSettings mongo = new MongoSettings(null, null);

  @JsonProperty @Valid @NotEmpty
  private Map<String, RelayConfiguration> relays = new LinkedHashMap<>();

  @JsonProperty @Valid @NotNull
  private DeliverySettings delivery = new DeliverySettings(null, null);

  @JsonProperty @Valid @NotNull
  private VerificationSettings verification = new VerificationSettings(null);

  @JsonProperty @NotNull private Duration resendGuard = Duration.minutes(30);
  @JsonProperty @NotNull private Duration duplicateWindow = Duration.minutes(10);
  @JsonProperty @NotNull private Duration shutdownGrace = Duration.seconds(60);
  @JsonProperty private Duration contentRetention;

  @JsonProperty @Valid @NotNull
  private SamePersonSettings samePerson = new SamePersonSettings(null, null);

  @JsonProperty @Valid @NotNull private LimitSettings limits = LimitSettings.DEFAULT;
  @JsonProperty @Valid @NotNull private AlarmSettings alarm = AlarmSettings.DEFAULT;
  @JsonProperty @Valid @NotNull private OutboxSettings outbox = OutboxSettings.DEFAULT;
  @JsonProperty @Valid @NotNull private FeedSettings feed = FeedSettings.DEFAULT;
  @JsonProperty @Valid @NotNull private SequenceSettings sequences = SequenceSettings.DEFAULT;
  @JsonProperty private String node;
  @JsonProperty private String publicUrl;
  @JsonProperty private String secret;
  @JsonProperty private String apiKey;
  @JsonProperty private boolean lab;

  public TemporalSettings temporal() {
    return temporal;
  }

  public MongoSettings mongo() {
    return mongo;
  }

  /** Relays by name. */
  public Map<String, RelayConfiguration> relays() {
    return relays;
  }

  public DeliverySettings delivery() {
    return delivery;
  }

  public VerificationSettings verification() {
    return verification;
  }

  /** How long after end of data a person's resend or not_sent is refused. */
  public java.time.Duration resendGuard() {
    return resendGuard.toJavaDuration();
  }

  /** How long the content guard remembers. */
  public java.time.Duration duplicateWindow() {
    return duplicateWindow.toJavaDuration();
  }

  /** How long attempts in flight may go on after SIGTERM. */
  public java.time.Duration shutdownGrace() {
    return shutdownGrace.toJavaDuration();
  }

  /** How long after its end a send keeps content and addresses; empty for ever. */
  public Optional<java.time.Duration> contentRetention() {
    return Optional.ofNullable(contentRetention).map(Duration::toJavaDuration);
  }

  public SamePersonSettings samePerson() {
    return samePerson;
  }

  public LimitSettings limits() {
    return limits;
  }

  public AlarmSettings alarm() {
    return alarm;
  }

  public OutboxSettings outbox() {
    return outbox;
  }

  public FeedSettings feed() {
    return feed;
  }

  public SequenceSettings sequences() {
    return sequences;
  }

  /** What people call this node; the host's name when the YAML gives none. */
  public Optional<String> node() {
    return Optional.ofNullable(node).filter(name -> !name.isBlank());
  }

  /** Where people reach the REST API; empty for the address of this node. */
  public Optional<String> publicUrl() {
    return Optional.ofNullable(publicUrl).filter(url -> !url.isBlank());
  }

  /** The secret of the deployment, for keyed digests of what was erased; empty for a stored one. */
  public Optional<String> secret() {
    return Optional.ofNullable(secret).filter(value -> !value.isBlank());
  }

  /** The administrator's first API key. */
  public Optional<String> apiKey() {
    return Optional.ofNullable(apiKey).filter(key -> !key.isBlank());
  }

  /** Whether the safety minimums are lifted. */
  public boolean lab() {
    return lab;
  }
}
