package dev.sendonce.api.config;

import io.dropwizard.util.Duration;

/**
 * The activity that speaks SMTP.
 *
 * @param heartbeatTimeout after which a silent worker counts as dead
 * @param startToClose limit of one attempt; null for a minute more than the relay's phases together
 */
public record DeliverySettings(Duration heartbeatTimeout, Duration startToClose) {
  public DeliverySettings {
    heartbeatTimeout = heartbeatTimeout == null ? Duration.seconds(30) : heartbeatTimeout;
  }
}
