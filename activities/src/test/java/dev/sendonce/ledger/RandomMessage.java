package dev.sendonce.ledger;

import dev.sendonce.send.FrozenMessage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Random;

/** A frozen message of a given size; the same size gives the same bytes. */
final class RandomMessage implements FrozenMessage {
  private final byte[] bytes;

  RandomMessage(int size) {
    bytes = new byte[size];
    new Random(size).nextBytes(bytes);
  }

  byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public String messageId() {
    return "<1@shop.example>";
  }

  @Override
  public String digest() {
    return "sha256:" + "1".repeat(64);
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }
}
