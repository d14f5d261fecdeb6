package dev.sendonce.api.command;

import com.mongodb.MongoException;
import dev.sendonce.api.config.ConfigurationRefusedException;
import io.grpc.StatusRuntimeException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * The command line. Every failure is one sentence per line on standard error and a code above 0.
 */
@Command(
    name = "sendonce",
    mixinStandardHelpOptions = true,
    version = "sendonce 1.0",
    description = "E-mail at most once.",
    subcommands = {
      ServerCommand.class,
      ConfigCommand.class,
      RelayCommand.class,
      ApiKeyCommand.class,
      AdoptCommand.class
    })
public final class Sendonce {
  /** Exit code that means: do not exit, a server is running. */
  public static final int RUNNING = -1;

  private static final int FAILED = 1;

  private Sendonce() {}

  /** Runs a command. */
  public static int execute(PrintWriter out, PrintWriter err, String... args) {
    return new CommandLine(new Sendonce())
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Sendonce::misused)
        .setExecutionExceptionHandler((e, command, parsed) -> failed(e, command))
        .execute(args);
  }

  private static int misused(ParameterException e, String[] args) {
    PrintWriter err = e.getCommandLine().getErr();
    err.println(e.getMessage());
    err.println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(Exception e, CommandLine command) throws Exception {
    if (e instanceof ConfigurationRefusedException) {
      command.getErr().println(e.getMessage());
      return FAILED;
    }
    if (e instanceof MongoException) {
      command.getErr().println("MongoDB does not answer: check mongo.uri and that it is running.");
      return FAILED;
    }
    if (e instanceof StatusRuntimeException) {
      command
          .getErr()
          .println("Temporal does not answer: check temporal.target and that it is running.");
      return FAILED;
    }
    throw e;
  }
}
