package dev.sendonce.api.config;

import java.util.List;

/** The settings do not allow a start; every sentence says what to change. */
public final class ConfigurationRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigurationRefusedException(List<String> sentences) {
    super(String.join("\n", sentences));
  }
}
