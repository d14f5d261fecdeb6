package dev.sendonce.api.config;

import dev.sendonce.smtp.RelaySettings.Credentials;
import jakarta.validation.constraints.NotBlank;

/**
 * How to log in to a relay. The secret itself never stands in the YAML.
 *
 * @param mechanism PLAIN when it is missing
 * @param secretEnv name of the environment variable that holds the password or token
 * @param secretFile path of the file that holds it, as mounted by Kubernetes or systemd
 */
public record CredentialsConfiguration(
    Credentials.Mechanism mechanism, @NotBlank String user, String secretEnv, String secretFile) {
  public CredentialsConfiguration {
    mechanism = mechanism == null ? Credentials.Mechanism.PLAIN : mechanism;
  }
}
