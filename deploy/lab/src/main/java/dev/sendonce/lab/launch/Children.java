package dev.sendonce.lab.launch;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;

/** Starts processes, records each before it is relied upon, and waits until they serve. */
final class Children {
  /** As the service writes them when it refuses its configuration. */
  private static final String SENTENCE = "[a-zA-Z].* .*[.]";

  private static final int MOST_SENTENCES = 10;

  private final Home home;
  private Deployment deployment;
  private boolean stopped;

  /**
   * @param deployment what runs already; recorded at once
   */
  Children(Home home, Deployment deployment) {
    this.home = home;
    this.deployment = deployment;
    home.record(deployment);
  }

  synchronized Deployment deployment() {
    return deployment;
  }

  /** Starts nothing more; what runs by then is the answer. */
  synchronized Deployment stop() {
    stopped = true;
    return deployment;
  }

  /**
   * Starts those of the parts that do not run, side by side, and returns when all of them serve.
   */
  void start(Collection<Part> parts) throws StartFailure, InterruptedException {
    Deployment before = deployment();
    List<Part> missing = parts.stream().filter(part -> !before.alive(part.name())).toList();
    for (Part part : missing) {
      for (int port : part.ports()) {
        requireFree(part, port);
      }
    }
    for (Part part : missing) {
      launch(part);
    }
    for (Part part : parts) {
      awaitReady(part);
    }
  }

  /** Fails with the name of the part when the port cannot be listened on. */
  static void requireFree(Part part, int port) throws StartFailure {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new StartFailure(
          "port "
              + port
              + " for "
              + part.name()
              + " is taken; end what uses it or choose other ports with --port-base N",
          e);
    }
  }

  private synchronized void launch(Part part) throws StartFailure {
    if (stopped) {
      throw new StartFailure("told to stop");
    }
    ProcessBuilder builder = new ProcessBuilder(inItsOwnSession(part.command()));
    part.environment()
        .forEach(
            (name, value) -> {
              if (value == null) {
                builder.environment().remove(name);
              } else {
                builder.environment().put(name, value);
              }
            });
    File log = home.log(part.name()).toFile();
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    try {
      Process process = builder.start();
      ProcessMark mark =
          ProcessMark.of(process.toHandle())
              .orElseThrow(() -> new StartFailure(endedEarly(part.name())));
      deployment = deployment.with(new Deployment.Child(part.name(), mark));
      home.record(deployment);
    } catch (IOException e) {
      throw new StartFailure(part.name() + " cannot be started: " + e.getMessage(), e);
    }
  }

  /**
   * Ctrl-C reaches every process of a terminal's group at once; in sessions of their own the
   * children wait for their turn. setsid becomes the program, so the process stays the same.
   */
  private static List<String> inItsOwnSession(List<String> command) {
    List<String> all = new ArrayList<>(command);
    if (Programs.find("setsid").isPresent()) {
      all.add(0, "setsid");
    }
    return all;
  }

  private void awaitReady(Part part) throws StartFailure, InterruptedException {
    boolean[] served = new boolean[1];
    boolean decided =
        Wait.until(
            () -> {
              served[0] = part.ready().serves();
              return served[0] || !deployment().alive(part.name());
            },
            part.patience());
    if (!decided) {
      throw new StartFailure(
          part.name()
              + " does not serve after "
              + part.patience().toSeconds()
              + " s; see "
              + home.log(part.name()));
    }
    if (!served[0]) {
      throw new StartFailure(endedEarly(part.name()));
    }
  }

  private String endedEarly(String name) {
    return name
        + " ended while it started: "
        + lastWords(home.log(name))
        + " ("
        + home.log(name)
        + ")";
  }

  /** The last line of the log, or all sentences when it ends with several that are no log lines. */
  private static String lastWords(Path log) {
    try {
      List<String> lines =
          Files.readAllLines(log).stream().filter(l -> !l.matches("\\s.*|Caused by:.*|")).toList();
      if (lines.isEmpty()) {
        return "it said nothing";
      }
      LinkedHashSet<String> sentences = new LinkedHashSet<>();
      for (int i = lines.size() - 1;
          i >= 0 && lines.get(i).matches(SENTENCE) && sentences.size() < MOST_SENTENCES;
          i--) {
        sentences.add(lines.get(i).strip());
      }
      List<String> said = new ArrayList<>(sentences);
      Collections.reverse(said);
      return said.isEmpty() ? lines.get(lines.size() - 1).strip() : String.join(" ", said);
    } catch (IOException e) {
      return "its log cannot be read";
    }
  }
}
