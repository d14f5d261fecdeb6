package dev.sendonce.lab.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code deploy/start}. */
@Command(
    name = "deploy/start",
    sortOptions = false,
    description =
        "Starts sendonce with everything it needs, and stays in the foreground until Ctrl-C."
            + " SENDONCE_JAVA_OPTS goes to every node.")
public final class Start implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @Option(names = "--home", paramLabel = "DIR", description = "data, logs and run.json")
  private Path directory;

  @Option(names = "--port-base", paramLabel = "N", description = "every port lies in N…N+99")
  private Integer portBase;

  @Option(
      names = "--relay",
      paramLabel = "URL",
      description = "smtp[s]://[user:password@]host:port")
  private String relay;

  @Option(names = "--imap", paramLabel = "URL", description = "imap[s]://user:password@host:port")
  private String imap;

  @Option(names = "--mongo", paramLabel = "URI", description = "a MongoDB that runs elsewhere")
  private String mongo;

  @Option(names = "--temporal", paramLabel = "HOST:PORT", description = "a Temporal elsewhere")
  private String temporal;

  @Option(names = "--nodes", paramLabel = "N", defaultValue = "1", description = "default: 1")
  private int nodes;

  @Option(names = "--no-demo", description = "send no demonstration letter")
  private boolean noDemo;

  private final Installation installation;
  private final PrintWriter out;

  Start(Installation installation, PrintWriter out) {
    this.installation = installation;
    this.out = out;
  }

  /** Runs the command; the script gives the root of the checkout in {@code sendonce.root}. */
  public static void main(String[] arguments) {
    System.exit(ShellCommand.run(Start::new, arguments));
  }

  @Override
  public Integer call() throws StartFailure, InterruptedException {
    StartOptions options =
        OptionCheck.check(new StartOptions(portBase, relay, imap, mongo, temporal, nodes, !noDemo));
    Home home = Home.at(directory == null ? installation.root().resolve("deploy/home") : directory);
    home.prepare();
    boolean mine = home.whileLocked(PATIENCE, () -> startOrRevive(home, options));
    if (mine) {
      new Foreground(home, out).watch();
    }
    return 0;
  }

  /** Whether this process began the deployment and so ends it. */
  private boolean startOrRevive(Home home, StartOptions options)
      throws StartFailure, InterruptedException {
    Optional<Deployment> running = home.deployment().filter(Deployment::anyAlive);
    if (running.isPresent()) {
      Children children = new Children(home, running.get());
      Launch launch = launch(home, children);
      out.println(home + " runs already; what had died is started again on its ports");
      launch.bringUp();
      launch.announce(false);
      return false;
    }
    installation.copyTo(home);
    ProcessMark me = ProcessMark.of(ProcessHandle.current()).orElseThrow();
    Children children = new Children(home, new Deployment(me, options, List.of(), false));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(home, children), "end-deployment"));
    Launch launch = launch(home, children);
    launch.bringUp();
    launch.announce(options.demo());
    return true;
  }

  private Launch launch(Home home, Children children) {
    String nodeJavaOptions = System.getenv().getOrDefault("SENDONCE_JAVA_OPTS", "");
    return new Launch(home, installation, children, out, nodeJavaOptions);
  }

  /** Ends what is recorded, which a later start may have added to, unless a stop has done so. */
  private static void end(Home home, Children children) {
    Deployment begun = children.stop();
    try {
      Optional<Deployment> recorded = home.deployment();
      if (recorded.isPresent()) {
        home.record(recorded.get().beingStopped());
        if (recorded.get().children().stream().anyMatch(Start::isLivingNode)) {
          System.err.println("stopping; attempts in flight may take up to 40 s to finish …");
        }
        Shutdown.of(recorded.get());
        home.forgetDeployment();
      } else {
        Shutdown.of(begun);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isLivingNode(Deployment.Child child) {
    return child.name().startsWith("node-") && child.process().alive();
  }
}
