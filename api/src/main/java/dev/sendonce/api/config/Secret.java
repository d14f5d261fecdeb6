package dev.sendonce.api.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Reads secrets from where they are kept: the environment or a file. */
final class Secret {
  private final Map<String, String> environment;

  Secret(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * The secret; {@link IllegalArgumentException} says what is missing, and never shows a value.
   *
   * @param path of the settings in the YAML, for the message
   */
  String read(String path, String variable, String file) {
    if ((variable == null) == (file == null)) {
      throw new IllegalArgumentException(path + ": give exactly one of secretEnv and secretFile.");
    }
    if (variable != null) {
      String value = environment.get(variable);
      if (value == null || value.isEmpty()) {
        throw new IllegalArgumentException(
            path + ".secretEnv: the environment variable " + variable + " is not set.");
      }
      return value;
    }
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          path + ".secretFile: " + file + " cannot be read; check path and permissions.", e);
    }
  }
}
