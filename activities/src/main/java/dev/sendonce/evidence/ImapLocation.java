package dev.sendonce.evidence;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * An IMAP account: {@code imaps://user:password@host[:port]} or {@code imap://…}. Without TLS only
 * to this machine: elsewhere {@code imap} means STARTTLS is required, and {@code imap+plain} says
 * expressly that it is not wanted. User and password are percent-encoded where needed.
 */
public record ImapLocation(String host, int port, Security security, String user, String password) {

  /** How the connection is protected. */
  public enum Security {
    NONE,
    STARTTLS,
    TLS
  }

  /** Fails with {@link IllegalArgumentException}, which never quotes the password. */
  public static ImapLocation parse(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "An IMAP URL looks like imaps://user:password@host:993, with special characters of user "
              + "and password percent-encoded; character "
              + e.getIndex()
              + " does not fit.");
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    String userInfo = uri.getRawUserInfo();
    if (uri.getHost() == null || userInfo == null || userInfo.indexOf(':') < 1) {
      throw new IllegalArgumentException(
          "An IMAP URL needs host, user and password: imaps://user:password@host.");
    }
    Security security =
        switch (scheme) {
          case "imaps" -> Security.TLS;
          case "imap" -> isLoopback(uri.getHost()) ? Security.NONE : Security.STARTTLS;
          case "imap+plain" -> Security.NONE;
          default ->
              throw new IllegalArgumentException(
                  "'" + scheme + "' is no IMAP scheme: use imaps, imap or imap+plain.");
        };
    int port = uri.getPort() > 0 ? uri.getPort() : security == Security.TLS ? 993 : 143;
    int colon = userInfo.indexOf(':');
    return new ImapLocation(
        uri.getHost(),
        port,
        security,
        decode(userInfo.substring(0, colon)),
        decode(userInfo.substring(colon + 1)));
  }

  private static boolean isLoopback(String host) {
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    try {
      // only literals: a name is not asked for here, it may resolve elsewhere later
      return host.matches("[0-9.]+|\\[.*]") && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static String decode(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return host + ":" + port + " (" + security + ", credentials hidden)";
  }
}
