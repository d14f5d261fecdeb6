package dev.sendonce.api.config;

import jakarta.validation.constraints.NotBlank;
import java.util.Optional;

/**
 * Where Temporal is, and what it may read.
 *
 * @param target host and port of its frontend
 * @param uiUrl root of its UI, for links shown to people
 * @param payloadKeyFile keys with which everything in histories is encrypted; blank for plain ones
 * @param codecEndpoint whether the admin port decrypts for the Temporal UI and its command line
 */
public record TemporalSettings(
    @NotBlank String target,
    @NotBlank String namespace,
    @NotBlank String uiUrl,
    String payloadKeyFile,
    boolean codecEndpoint) {

  static final TemporalSettings DEFAULT = new TemporalSettings(null, null, null, null, false);

  public TemporalSettings {
    target = target == null ? "127.0.0.1:7233" : target;
    namespace = namespace == null ? "default" : namespace;
    uiUrl = uiUrl == null ? "http://127.0.0.1:8233" : uiUrl;
  }

  /** The path of the key file, if histories are encrypted. */
  public Optional<String> keyFile() {
    return Optional.ofNullable(payloadKeyFile).filter(file -> !file.isBlank());
  }
}
