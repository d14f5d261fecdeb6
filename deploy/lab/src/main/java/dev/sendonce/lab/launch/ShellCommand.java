package dev.sendonce.lab.launch;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Runs a command of this package: whatever goes wrong is one sentence and a non-zero exit code. */
final class ShellCommand {
  private ShellCommand() {}

  /** The exit code; 2 for wrong flags, 1 for what cannot be done. */
  static int run(
      BiFunction<Installation, PrintWriter, Callable<Integer>> command, String[] arguments) {
    Installation installation = new Installation(Path.of(System.getProperty("sendonce.root")));
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    CommandLine line = new CommandLine(command.apply(installation, out));
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("--help").usageHelp(true).description("print this and end").build());
    line.setParameterExceptionHandler(
        (e, given) -> {
          line.getErr().println(line.getCommandName() + ": " + e.getMessage() + " (see --help)");
          return CommandLine.ExitCode.USAGE;
        });
    line.setExecutionExceptionHandler(
        (e, failed, given) -> {
          if (!(e instanceof StartFailure)) {
            throw e;
          }
          line.getErr().println(line.getCommandName() + ": " + e.getMessage());
          return CommandLine.ExitCode.SOFTWARE;
        });
    return line.execute(arguments);
  }
}
