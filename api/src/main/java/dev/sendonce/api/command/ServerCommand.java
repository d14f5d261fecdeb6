package dev.sendonce.api.command;

import dev.sendonce.api.SendonceApplication;
import dev.sendonce.api.config.ConfigurationFile;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs a node until it is told to stop. */
@Command(name = "server", description = "Run a node: REST API and worker.")
final class ServerCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Configuration file.")
  private String file;

  @Override
  public Integer call() throws Exception {
    ConfigurationFile.read(file);
    new SendonceApplication().run("server", file);
    return Sendonce.RUNNING;
  }
}
