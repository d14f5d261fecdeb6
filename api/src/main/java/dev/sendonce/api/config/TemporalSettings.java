package dev.sendonce.api.config;

import jakarta.validation.constraints.NotBlank;

/**
 * Where Temporal is.
 *
 * @param target host and port of its frontend
 * @param uiUrl root of its UI, for links shown to people
 */
public record TemporalSettings(
    @NotBlank String target, @NotBlank String namespace, @NotBlank String uiUrl) {
  public TemporalSettings {
    target = target == null ? "127.0.0.1:7233" : target;
    namespace = namespace == null ? "default" : namespace;
    uiUrl = uiUrl == null ? "http://127.0.0.1:8233" : uiUrl;
  }
}
