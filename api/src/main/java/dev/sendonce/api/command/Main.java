package dev.sendonce.api.command;

import ch.qos.logback.classic.Level;
import io.dropwizard.logging.common.BootstrapLogging;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The main class of the jar. */
public final class Main {
  private Main() {}

  /** Runs one command of the command line. */
  public static void main(String[] args) {
    BootstrapLogging.bootstrap(Level.WARN);
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    PrintWriter err =
        new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
    int code = Sendonce.execute(out, err, args);
    if (code != Sendonce.RUNNING) {
      System.exit(code);
    }
  }
}
