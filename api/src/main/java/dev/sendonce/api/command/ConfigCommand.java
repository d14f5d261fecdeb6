package dev.sendonce.api.command;

import dev.sendonce.api.config.ConfigurationCheck;
import dev.sendonce.api.config.ConfigurationFile;
import dev.sendonce.api.config.SendonceConfiguration;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks at a configuration without starting anything. */
@Command(name = "config", description = "Check a configuration file.")
final class ConfigCommand {
  @Spec private CommandSpec spec;

  @Command(name = "check", description = "Say whether a node would start with this file.")
  int check(
      @Parameters(paramLabel = "FILE", defaultValue = "deploy/config/sendonce.yml") String file) {
    SendonceConfiguration configuration = ConfigurationFile.read(file);
    PrintWriter out = spec.commandLine().getOut();
    if (configuration.lab()) {
      out.println("lab mode: these settings would be refused without it:");
      ConfigurationCheck.unsafe(configuration).forEach(sentence -> out.println("  " + sentence));
    }
    out.println("ok: " + file + ", relays " + String.join(", ", configuration.relays().keySet()));
    return 0;
  }
}
