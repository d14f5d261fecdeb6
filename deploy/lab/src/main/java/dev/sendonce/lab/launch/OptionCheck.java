package dev.sendonce.lab.launch;

import java.net.URI;
import java.util.List;
import java.util.Locale;

/** Says what is wrong with a flag before anything is started. */
final class OptionCheck {
  private static final int HIGHEST_BASE = 65_535 - 99;

  private OptionCheck() {}

  /** The options themselves when they make sense. */
  static StartOptions check(StartOptions options) throws StartFailure {
    require(
        options.nodes() >= 1 && options.nodes() <= Ports.MOST_NODES,
        "--nodes must be between 1 and " + Ports.MOST_NODES);
    require(
        options.portBase() == null
            || (options.portBase() >= 1024 && options.portBase() <= HIGHEST_BASE),
        "--port-base must be between 1024 and " + HIGHEST_BASE);
    require(
        isUrl(options.relay(), List.of("smtp", "smtps")),
        "--relay must look like smtp://host:port or smtps://host:port");
    require(
        isUrl(options.imap(), List.of("imap", "imaps")),
        "--imap must look like imap://user:password@host:port");
    require(
        options.mongo() == null || options.mongo().matches("mongodb(\\+srv)?://.+"),
        "--mongo must look like mongodb://host:port");
    require(
        options.temporal() == null || options.temporal().matches("[^:/\\s]+:\\d{1,5}"),
        "--temporal must look like host:port");
    return options;
  }

  private static boolean isUrl(String given, List<String> schemes) {
    if (given == null) {
      return true;
    }
    try {
      URI uri = URI.create(given);
      return uri.getScheme() != null
          && schemes.contains(uri.getScheme().toLowerCase(Locale.ROOT))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void require(boolean fine, String sentence) throws StartFailure {
    if (!fine) {
      throw new StartFailure(sentence);
    }
  }
}
