package dev.sendonce.ledger;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA-256 with the secret of the deployment: what remains of content and addresses after
 * erasure can be compared, but not guessed by somebody who has only the database. Thread-safe.
 */
public final class KeyedDigest {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String PREFIX = "hmac-sha256:";
  private static final String ERASED = "@erased.invalid";

  private final Supplier<byte[]> secret;

  /**
   * @param secret at least 16 bytes, the same on every node and for as long as the data is kept
   */
  public KeyedDigest(byte[] secret) {
    this(() -> secret);
    key();
  }

  /**
   * @param secret asked whenever something is erased or compared with what was, so that a node can
   *     start before the secret can be had; what it throws goes through
   */
  public KeyedDigest(Supplier<byte[]> secret) {
    this.secret = secret;
  }

  private SecretKey key() {
    byte[] bytes = secret.get();
    if (bytes.length < 16) {
      throw new IllegalArgumentException(
          "The deployment secret has " + bytes.length + " bytes; give it at least 16.");
    }
    return new SecretKeySpec(bytes, ALGORITHM);
  }

  /** The digest of a value, marked as such; a value that is one already is left alone. */
  String of(String value) {
    return value.startsWith(PREFIX) ? value : PREFIX + hex(value);
  }

  /** An address that cannot exist (RFC 2606) and carries the digest of the one it stands for. */
  String address(String address) {
    return address.endsWith(ERASED) ? address : hex(address) + ERASED;
  }

  private String hex(String value) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key());
      return HexFormat.of().formatHex(mac.doFinal(value.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
    }
  }
}
