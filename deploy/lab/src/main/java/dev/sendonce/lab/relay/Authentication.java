package dev.sendonce.lab.relay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/** The SASL exchange of AUTH PLAIN, LOGIN and XOAUTH2. Secrets are compared and forgotten. */
final class Authentication {
  static final String MECHANISMS = "AUTH PLAIN LOGIN XOAUTH2";

  private final Wire wire;
  private final Optional<RelayOptions.Login> only;

  /**
   * @param only the credentials to demand; without them any are welcome
   */
  Authentication(Wire wire, Optional<RelayOptions.Login> only) {
    this.wire = wire;
    this.only = only;
  }

  /** Runs the exchange and returns the reply to give. */
  String run(String argument) throws IOException {
    String[] parts = argument.split("\\s+", 2);
    String initial = parts.length > 1 ? parts[1] : null;
    try {
      return switch (parts[0].toUpperCase(Locale.ROOT)) {
        case "PLAIN" -> plain(initial == null ? ask("") : decode(initial));
        case "LOGIN" -> {
          String user = initial == null ? ask("Username:") : decode(initial);
          yield verdict(user, ask("Password:"));
        }
        case "XOAUTH2" -> xoauth2(initial == null ? ask("") : decode(initial));
        default -> "504 5.5.4 Mechanism not known";
      };
    } catch (IllegalArgumentException e) {
      return "501 5.5.2 Not Base64";
    }
  }

  private String plain(String message) {
    String[] fields = message.split("\0", -1);
    return fields.length == 3 ? verdict(fields[1], fields[2]) : "501 5.5.2 Three fields expected";
  }

  private String xoauth2(String message) {
    String user = null;
    String token = null;
    for (String field : message.split("\1", -1)) {
      if (field.startsWith("user=")) {
        user = field.substring("user=".length());
      } else if (field.startsWith("auth=Bearer ")) {
        token = field.substring("auth=Bearer ".length());
      }
    }
    return user == null || token == null
        ? "501 5.5.2 User and bearer token expected"
        : verdict(user, token);
  }

  private String verdict(String user, String secret) {
    return only.isEmpty() || only.get().equals(new RelayOptions.Login(user, secret))
        ? "235 2.7.0 Welcome"
        : "535 5.7.8 Credentials invalid";
  }

  private String ask(String challenge) throws IOException {
    String base64 = Base64.getEncoder().encodeToString(challenge.getBytes(StandardCharsets.UTF_8));
    wire.write(("334 " + base64 + "\r\n").getBytes(StandardCharsets.US_ASCII));
    return decode(wire.readLine());
  }

  private static String decode(String base64) {
    String text = base64.equals("=") ? "" : base64;
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
