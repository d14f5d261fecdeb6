package dev.sendonce.smtp;

import dev.sendonce.send.FrozenMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Breaks off after its first bytes. */
final class TornMessage implements FrozenMessage {
  @Override
  public String messageId() {
    return "<1@example.org>";
  }

  @Override
  public String digest() {
    return Letters.digest(Letters.SHORT.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public long size() {
    return Letters.SHORT.length();
  }

  @Override
  public InputStream open() {
    byte[] beginning = Letters.SHORT.substring(0, 100).getBytes(StandardCharsets.UTF_8);
    return new ByteArrayInputStream(beginning) {
      @Override
      public synchronized int read(byte[] target, int offset, int length) {
        int count = super.read(target, offset, length);
        if (count < 0) {
          throw new UncheckedIOException(new IOException("the store is gone"));
        }
        return count;
      }
    };
  }
}
