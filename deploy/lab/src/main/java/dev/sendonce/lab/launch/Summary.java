package dev.sendonce.lab.launch;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Tells people and programs where everything is. */
final class Summary {
  private final Home home;
  private final StartOptions options;
  private final Addresses addresses;

  Summary(Home home, StartOptions options, Addresses addresses) {
    this.home = home;
    this.options = options;
    this.addresses = addresses;
  }

  /** For programs: {@code run.json}. */
  RunFile runFile(Deployment deployment) {
    Map<String, Long> pids = new HashMap<>();
    deployment.children().forEach(child -> pids.put(child.name(), child.process().pid()));
    return new RunFile(
        nodes(addresses::api),
        nodes(addresses::admin),
        addresses.temporal(),
        addresses.ui(),
        addresses.mongo(),
        addresses.smtp(),
        addresses.imap(),
        home.apiKey(),
        pids);
  }

  /** For people. */
  void print(PrintWriter out) {
    out.println();
    row(out, "API", String.join(" ", nodes(addresses::api)));
    row(out, "API key", home.apiKey());
    row(out, "pages", addresses.api(1) + "/docs  /console");
    row(out, "health", addresses.admin(1) + "/healthcheck");
    row(out, "Temporal UI", addresses.ui() + "/namespaces/default/workflows");
    row(
        out,
        "Temporal",
        addresses.temporal() + "  (temporal --address " + addresses.temporal() + " …)");
    row(out, "MongoDB", withoutPassword(addresses.mongo()));
    row(out, "relay", withoutPassword(addresses.smtp()));
    if (addresses.imap() != null) {
      row(
          out,
          "mailbox",
          options.imap() == null ? addresses.imap() : withoutPassword(addresses.imap()));
    }
    addresses.mailboxAdmin().ifPresent(admin -> row(out, "fault relay", admin + "/counts"));
    row(out, "home", home + "  (logs/, run.json)");
    out.println();
    out.flush();
  }

  private List<String> nodes(java.util.function.IntFunction<String> address) {
    return IntStream.rangeClosed(1, options.nodes()).mapToObj(address).toList();
  }

  private static void row(PrintWriter out, String name, String value) {
    out.printf("  %-12s %s%n", name, value);
  }

  private static String withoutPassword(String uri) {
    return uri.replaceFirst("//[^/@]*@", "//***@");
  }
}
