package dev.sendonce.api.command;

import dev.sendonce.api.config.ConfigurationFile;
import dev.sendonce.api.config.SendonceConfiguration;
import picocli.CommandLine.Option;

/** The option that says which configuration a command works with. */
final class ConfigPath {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      defaultValue = "deploy/config/sendonce.yml",
      description = "Configuration file (default: ${DEFAULT-VALUE}).")
  private String file;

  SendonceConfiguration read() {
    return ConfigurationFile.read(file);
  }
}
