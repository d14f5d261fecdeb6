package dev.sendonce.message;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The one digest of the product. */
public final class Sha256 {
  private Sha256() {}

  /** A fresh digest. */
  public static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  /** 64 lower-case hexadecimal digits. */
  public static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }
}
