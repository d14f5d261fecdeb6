package dev.sendonce.api.send;

import dev.sendonce.send.Decision;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The id of an order whose sender gave none: the same order again has the same id. */
final class OrderDigest {
  private OrderDigest() {}

  static String of(Decision decision, int epoch, String actor, String note) {
    String order = String.join("\n", decision.wire(), Integer.toString(epoch), actor, note);
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(order.getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
