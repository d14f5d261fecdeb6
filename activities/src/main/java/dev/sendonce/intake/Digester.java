package dev.sendonce.intake;

import dev.sendonce.message.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;

/** SHA-256 over a sequence of values, each with its length, so that no two sequences look alike. */
final class Digester {
  private static final int CHUNK = 8192;

  private final MessageDigest digest = Sha256.start();

  /** Adds a text. */
  Digester add(String text) {
    add(text.length());
    for (int start = 0; start < text.length(); ) {
      int end = Math.min(text.length(), start + CHUNK);
      if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
        end++;
      }
      digest.update(text.substring(start, end).getBytes(StandardCharsets.UTF_8));
      start = end;
    }
    return this;
  }

  /** Adds texts and how many there are. */
  Digester add(Collection<String> texts) {
    add(texts.size());
    texts.forEach(this::add);
    return this;
  }

  /** Adds a number. */
  Digester add(long number) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
    return this;
  }

  /** 64 hexadecimal digits; ends this digester. */
  String hex() {
    return Sha256.hex(digest.digest());
  }
}
