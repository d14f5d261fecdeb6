package dev.sendonce.api.config;

import dev.sendonce.smtp.RelaySettings.Security;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The address of a relay.
 *
 * @param encrypted the scheme asks for TLS from the first byte
 */
record RelayUrl(String host, int port, boolean encrypted) {
  private static final int SUBMISSION = 587;
  private static final int SUBMISSIONS = 465;

  /** Reads {@code smtp://host:port} or {@code smtps://host:port}. */
  static RelayUrl parse(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("is not a URL such as smtp://relay.example:587", e);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean encrypted = scheme.equals("smtps");
    if ((!encrypted && !scheme.equals("smtp")) || uri.getHost() == null) {
      throw new IllegalArgumentException("must look like smtp://host:port or smtps://host:port");
    }
    if (uri.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "must not hold a user or password; name them under credentials");
    }
    int usual = encrypted ? SUBMISSIONS : SUBMISSION;
    return new RelayUrl(uri.getHost(), uri.getPort() < 0 ? usual : uri.getPort(), encrypted);
  }

  /** The protection that follows from the scheme alone. */
  Security security() {
    return encrypted ? Security.TLS : Security.NONE;
  }
}
