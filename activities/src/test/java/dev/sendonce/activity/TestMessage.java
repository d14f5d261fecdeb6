package dev.sendonce.activity;

import dev.sendonce.send.FrozenMessage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A frozen message for tests. */
public record TestMessage(String messageId, String text) implements FrozenMessage {
  @Override
  public String digest() {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes());
      return "sha256:" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long size() {
    return bytes().length;
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(bytes());
  }

  private byte[] bytes() {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
