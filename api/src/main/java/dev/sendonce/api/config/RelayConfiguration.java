package dev.sendonce.api.config;

import dev.sendonce.smtp.RelaySettings.Security;
import io.dropwizard.util.Duration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;

/**
 * One relay as it stands in the YAML.
 *
 * @param url {@code smtp://host:port} or {@code smtps://host:port}
 * @param security derived from the scheme when it is missing
 * @param trustedCertificates PEM file with certificates to trust instead of the JVM's
 */
public record RelayConfiguration(
    @NotBlank String url,
    Security security,
    @Valid CredentialsConfiguration credentials,
    @Valid TimeoutsConfiguration timeouts,
    @Min(1) Integer maxConnections,
    @DecimalMin("0") Double messagesPerSecond,
    @Valid RetryConfiguration retry,
    Boolean trustTransientRejection,
    String trustedCertificates,
    @Valid EvidenceConfiguration evidence) {

  public RelayConfiguration {
    timeouts = timeouts == null ? TimeoutsConfiguration.DEFAULT : timeouts;
    maxConnections = maxConnections == null ? 20 : maxConnections;
    messagesPerSecond = messagesPerSecond == null ? 0.0 : messagesPerSecond;
    retry = retry == null ? RetryConfiguration.DEFAULT : retry;
    trustTransientRejection = trustTransientRejection == null ? true : trustTransientRejection;
    evidence = evidence == null ? EvidenceConfiguration.NONE : evidence;
  }

  /** Deadlines of the phases of a transaction. */
  public record TimeoutsConfiguration(
      Duration connect, Duration command, Duration data, Duration endOfData) {
    static final TimeoutsConfiguration DEFAULT = new TimeoutsConfiguration(null, null, null, null);

    public TimeoutsConfiguration {
      connect = connect == null ? Duration.seconds(30) : connect;
      command = command == null ? Duration.minutes(5) : command;
      data = data == null ? Duration.minutes(3) : data;
      endOfData = endOfData == null ? Duration.minutes(10) : endOfData;
    }
  }

  /** When a proven non-acceptance is tried again, and for how long. */
  public record RetryConfiguration(Duration initial, Duration maximum, Duration expireAfter) {
    static final RetryConfiguration DEFAULT = new RetryConfiguration(null, null, null);

    public RetryConfiguration {
      initial = initial == null ? Duration.seconds(30) : initial;
      maximum = maximum == null ? Duration.hours(1) : maximum;
      expireAfter = expireAfter == null ? Duration.hours(24) : expireAfter;
    }
  }
}
