package dev.sendonce.lab.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Knows the command line, the settings and the probe of every process of a deployment. */
final class Parts {
  /** The embedded MongoDB's file, below the home. */
  static final String STORE = "mongo/store.mv";

  private static final String LOOPBACK = "127.0.0.1";

  /** These processes live for hours on little work: start quickly, take little memory. */
  private static final List<String> SMALL_JVM =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");

  private final Home home;
  private final Installation installation;
  private final Ports ports;
  private final Addresses addresses;

  Parts(Home home, Installation installation, Ports ports, Addresses addresses) {
    this.home = home;
    this.installation = installation;
    this.ports = ports;
    this.addresses = addresses;
  }

  /** Durable at each commit even through a power failure; its own files below the home. */
  Part temporal(Path program) {
    Map<String, String> environment = new HashMap<>();
    System.getenv().keySet().stream()
        .filter(name -> name.startsWith("TEMPORAL_"))
        .forEach(name -> environment.put(name, null));
    environment.put("HOME", home.path("temporal").toString());
    return new Part(
        "temporal",
        List.of(
            program.toString(),
            "server",
            "start-dev",
            "--ip=" + LOOPBACK,
            "--port=" + ports.temporal(),
            "--ui-port=" + ports.ui(),
            "--http-port=" + ports.temporalHttp(),
            "--metrics-port=" + ports.temporalMetrics(),
            "--ui-disable-news-fetch",
            "--db-filename=" + home.path("temporal/temporal.db"),
            "--sqlite-pragma=journal_mode=wal",
            "--sqlite-pragma=synchronous=full",
            "--search-attribute=SendState=Keyword",
            "--search-attribute=SendReason=Keyword",
            "--search-attribute=SendClient=Keyword",
            "--search-attribute=SendBatch=Keyword",
            "--search-attribute=SendStuckSince=Datetime",
            "--log-level=error"),
        environment,
        List.of(ports.temporal(), ports.ui(), ports.temporalHttp(), ports.temporalMetrics()),
        Probe.http(temporalHttp() + "/workflow-count", null),
        Duration.ofSeconds(30));
  }

  /** Root of the namespace in Temporal's HTTP interface. */
  String temporalHttp() {
    return "http://" + LOOPBACK + ":" + ports.temporalHttp() + "/api/v1/namespaces/default";
  }

  Part mongo() {
    return lab(
        "mongo",
        "512m",
        "dev.sendonce.lab.mongo.EmbeddedMongoMain",
        List.of("--file=" + home.path(STORE), "--port=" + ports.mongo()),
        List.of(ports.mongo()),
        Probe.listening(LOOPBACK, ports.mongo()));
  }

  Part mailbox() {
    Probe smtp = Probe.greeting(ports.smtp(), "220");
    Probe imap = Probe.greeting(ports.imap(), "* OK");
    return lab(
        "mailbox",
        "512m",
        "dev.sendonce.lab.relay.MailboxMain",
        List.of(
            "--dir=" + home.path("mail"),
            "--smtp-port=" + ports.smtp(),
            "--imap-port=" + ports.imap(),
            "--admin-port=" + ports.mailboxAdmin()),
        List.of(ports.smtp(), ports.imap(), ports.mailboxAdmin()),
        () -> smtp.serves() && imap.serves());
  }

  private Part lab(
      String name,
      String memory,
      String mainClass,
      List<String> arguments,
      List<Integer> listens,
      Probe ready) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(SMALL_JVM);
    command.addAll(List.of("-Xmx" + memory, "-cp", installation.labClasspath(home), mainClass));
    command.addAll(arguments);
    return new Part(name, command, Map.of(), listens, ready, Duration.ofSeconds(60));
  }

  /**
   * A node. The caller's options come last, so that they win.
   *
   * @param number from 1
   * @param callersOptions blank-separated, as in SENDONCE_JAVA_OPTS
   */
  Part node(int number, String callersOptions) {
    String name = "node-" + number;
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(SMALL_JVM);
    command.add("-Xmx1g");
    command.addAll(addresses.nodeOptions());
    Arrays.stream(callersOptions.split("\\s+")).filter(o -> !o.isEmpty()).forEach(command::add);
    command.addAll(installation.node(home));
    Map<String, String> environment = new HashMap<>(addresses.nodeEnvironment());
    environment.put("SENDONCE_NODE", name);
    environment.put("SENDONCE_PORT", Integer.toString(ports.api(number)));
    environment.put("SENDONCE_ADMIN_PORT", Integer.toString(ports.admin(number)));
    environment.put("SENDONCE_API_KEY", home.apiKey());
    return new Part(
        name,
        command,
        environment,
        List.of(ports.api(number), ports.admin(number)),
        Probe.http(addresses.api(number) + "/v1/sends?limit=1", home.apiKey()),
        Duration.ofSeconds(90));
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
