package dev.sendonce.lab.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Brings a deployment up: engines and mailbox side by side, then the nodes, then a first letter.
 */
final class Launch {
  private final Home home;
  private final StartOptions options;
  private final Children children;
  private final PrintWriter out;
  private final Addresses addresses;
  private final Parts parts;
  private final String nodeJavaOptions;

  Launch(
      Home home,
      Installation installation,
      Children children,
      PrintWriter out,
      String nodeJavaOptions) {
    this.home = home;
    this.options = children.deployment().options();
    this.children = children;
    this.out = out;
    this.nodeJavaOptions = nodeJavaOptions;
    Ports ports = Ports.of(options.portBase());
    this.addresses = new Addresses(options, ports);
    this.parts = new Parts(home, installation, ports, addresses);
  }

  /** Starts what does not run and returns when all of it serves. */
  void bringUp() throws StartFailure, InterruptedException {
    List<Part> engines = engines();
    List<Part> nodes =
        IntStream.rangeClosed(1, options.nodes())
            .mapToObj(number -> parts.node(number, nodeJavaOptions))
            .toList();
    requireFreePorts(nodes);
    requireElsewhere();
    children.start(engines);
    if (options.temporal() == null) {
      TemporalNamespace.keepForAYear(parts.temporalHttp());
    }
    children.start(nodes);
  }

  private List<Part> engines() throws StartFailure, InterruptedException {
    List<Part> engines = new ArrayList<>();
    if (options.mongo() == null) {
      engines.add(parts.mongo());
    }
    if (options.temporal() == null) {
      Path program = new TemporalProgram(home, out).locate();
      engines.add(parts.temporal(program));
    }
    if (options.relay() == null) {
      engines.add(parts.mailbox());
    }
    return engines;
  }

  /** Before anything is started, so that a taken port of the last part costs no wait. */
  private void requireFreePorts(List<Part> nodes) throws StartFailure {
    for (Part node : nodes) {
      if (!children.deployment().alive(node.name())) {
        for (int port : node.ports()) {
          Children.requireFree(node, port);
        }
      }
    }
  }

  /** A Temporal that was given must answer; a node would wait for it, and people would wonder. */
  private void requireElsewhere() throws StartFailure, InterruptedException {
    if (options.temporal() != null) {
      int colon = options.temporal().lastIndexOf(':');
      Probe probe =
          Probe.listening(
              options.temporal().substring(0, colon),
              Integer.parseInt(options.temporal().substring(colon + 1)));
      if (!Wait.until(probe::serves, Duration.ofSeconds(5))) {
        throw new StartFailure("nothing listens at --temporal " + options.temporal());
      }
    }
  }

  /** Writes {@code run.json} and tells people; the last line is for programs. */
  void announce(boolean withLetter) throws InterruptedException {
    Summary summary = new Summary(home, options, addresses);
    home.write(RunFile.NAME, summary.runFile(children.deployment()));
    summary.print(out);
    if (withLetter) {
      out.println("  letter       " + new DemonstrationLetter(home).send(addresses.api(1)));
      out.println();
    }
    out.println("ready " + addresses.api(1));
    out.flush();
  }
}
