package dev.sendonce.lab.launch;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code deploy/stop}. */
@Command(
    name = "deploy/stop",
    description = "Ends exactly what deploy/start began in this home; its data stays.")
public final class Stop implements Callable<Integer> {
  /** How long a start that is at work may take to notice that it shall end. */
  private static final Duration START_ENDS = Duration.ofSeconds(55);

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  @Option(names = "--home", paramLabel = "DIR", description = "as given to deploy/start")
  private Path directory;

  private final Installation installation;
  private final PrintWriter out;

  Stop(Installation installation, PrintWriter out) {
    this.installation = installation;
    this.out = out;
  }

  /** Runs the command; the script gives the root of the checkout in {@code sendonce.root}. */
  public static void main(String[] arguments) {
    System.exit(ShellCommand.run(Stop::new, arguments));
  }

  @Override
  public Integer call() throws StartFailure, InterruptedException {
    Home home = Home.at(directory == null ? installation.root().resolve("deploy/home") : directory);
    Optional<Deployment> deployment =
        Files.isDirectory(home.path("logs")) ? home.deployment() : Optional.empty();
    if (deployment.isEmpty()) {
      out.println("nothing runs in " + home);
      return 0;
    }
    ProcessMark launcher = deployment.get().launcher();
    if (home.busy()) {
      // A start that has not come up yet ends what it began when it is told to.
      launcher.living().ifPresent(ProcessHandle::destroy);
    }
    home.whileLocked(START_ENDS, () -> end(home));
    if (!Wait.until(() -> !launcher.alive(), PATIENCE)) {
      launcher.living().ifPresent(ProcessHandle::destroyForcibly);
    }
    out.println("stopped; the data stays in " + home);
    return 0;
  }

  private static boolean end(Home home) throws InterruptedException {
    Optional<Deployment> left = home.deployment();
    if (left.isPresent()) {
      home.record(left.get().beingStopped());
      Shutdown.of(left.get());
      home.forgetDeployment();
    }
    return left.isPresent();
  }
}
