package dev.sendonce.lab.launch;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Where everything of a deployment is, and how a node is told so. */
final class Addresses {
  private static final String LOOPBACK = "127.0.0.1";

  /** Accepts every mailbox with this user and password. */
  private static final String MAILBOX_USER = "sendonce:sendonce";

  private final StartOptions options;
  private final Ports ports;

  Addresses(StartOptions options, Ports ports) {
    this.options = options;
    this.ports = ports;
  }

  /**
   * @param node from 1
   */
  String api(int node) {
    return "http://" + LOOPBACK + ":" + ports.api(node);
  }

  /**
   * @param node from 1
   */
  String admin(int node) {
    return "http://" + LOOPBACK + ":" + ports.admin(node);
  }

  String temporal() {
    return options.temporal() == null ? LOOPBACK + ":" + ports.temporal() : options.temporal();
  }

  /** For a Temporal that runs elsewhere: where a dev server has it. */
  String ui() {
    if (options.temporal() == null) {
      return "http://" + LOOPBACK + ":" + ports.ui();
    }
    URI target = URI.create("temporal://" + options.temporal());
    return "http://" + target.getHost() + ":" + (target.getPort() + 1000);
  }

  String mongo() {
    return options.mongo() == null
        ? "mongodb://" + LOOPBACK + ":" + ports.mongo()
        : options.mongo();
  }

  String smtp() {
    return options.relay() == null ? "smtp://" + LOOPBACK + ":" + ports.smtp() : options.relay();
  }

  /** Where the mailbox relay is told to fail and asked what it read; empty with another relay. */
  Optional<String> mailboxAdmin() {
    return options.relay() == null
        ? Optional.of("http://" + LOOPBACK + ":" + ports.mailboxAdmin())
        : Optional.empty();
  }

  /** Null when there is no mailbox to look into. */
  String imap() {
    if (options.imap() != null) {
      return options.imap();
    }
    return options.relay() == null
        ? "imap://" + MAILBOX_USER + "@" + LOOPBACK + ":" + ports.imap()
        : null;
  }

  /** Settings that may hold a secret, and so do not stand in a command line. */
  Map<String, String> nodeEnvironment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("TEMPORAL_TARGET", temporal());
    environment.put("TEMPORAL_UI", ui());
    environment.put("MONGO_URI", mongo());
    URI relay = URI.create(smtp());
    environment.put("SENDONCE_RELAY", relay.getScheme() + "://" + hostAndPort(relay));
    if (relay.getUserInfo() != null) {
      environment.put("SENDONCE_RELAY_PASSWORD", userAndPassword(relay)[1]);
    }
    environment.put("SENDONCE_EVIDENCE", imap() == null ? "" : "imap: {url: \"" + imap() + "\"}");
    return environment;
  }

  /** A relay that wants a password gets it only through TLS. */
  List<String> nodeOptions() {
    URI relay = URI.create(smtp());
    List<String> settings = new ArrayList<>();
    if (relay.getUserInfo() != null) {
      settings.add("-Ddw.relays.default.credentials.user=" + userAndPassword(relay)[0]);
      settings.add("-Ddw.relays.default.credentials.secretEnv=SENDONCE_RELAY_PASSWORD");
      if (relay.getScheme().toLowerCase(Locale.ROOT).equals("smtp")) {
        settings.add("-Ddw.relays.default.security=starttls");
      }
    }
    return settings;
  }

  private static String hostAndPort(URI uri) {
    return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }

  private static String[] userAndPassword(URI uri) {
    String info = uri.getUserInfo();
    int colon = info.indexOf(':');
    return colon < 0
        ? new String[] {info, ""}
        : new String[] {info.substring(0, colon), info.substring(colon + 1)};
  }
}
