package dev.sendonce.api.config;

/**
 * When the health check complains.
 *
 * @param unconfirmed sends that wait for a person
 */
public record AlarmSettings(Integer unconfirmed) {
  static final AlarmSettings DEFAULT = new AlarmSettings(null);

  public AlarmSettings {
    unconfirmed = unconfirmed == null ? 10 : unconfirmed;
  }
}
