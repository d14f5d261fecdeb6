package dev.sendonce.api.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The secret side of an API key. A fresh one carries 256 random bits, so a plain SHA-256 is hash
 * enough: there is nothing to guess.
 */
public final class ApiKeySecret {
  private static final String MARK = "so_";
  private static final int ID_DIGITS = 16;

  private final String value;
  private final byte[] hash;

  private ApiKeySecret(String value) {
    this.value = value;
    this.hash = sha256(value);
  }

  /** A new secret. */
  public static ApiKeySecret random(SecureRandom random) {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    return new ApiKeySecret(MARK + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** A secret that somebody presented or configured. */
  public static ApiKeySecret of(String value) {
    return new ApiKeySecret(value);
  }

  /** The public id: enough of the hash to find the record, far too little to find the secret. */
  public String id() {
    return HexFormat.of().formatHex(hash).substring(0, ID_DIGITS);
  }

  /** The hash to keep, in hexadecimal digits. */
  public String hash() {
    return HexFormat.of().formatHex(hash);
  }

  /** Compares in constant time. */
  public boolean matches(String storedHash) {
    byte[] stored = storedHash.getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(hash().getBytes(StandardCharsets.US_ASCII), stored);
  }

  /** The secret itself, to be shown once. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return "API key " + id();
  }

  private static byte[] sha256(String value) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
