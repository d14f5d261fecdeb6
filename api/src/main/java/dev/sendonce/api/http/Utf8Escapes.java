package dev.sendonce.api.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Checks the percent escapes of a raw path or query. */
final class Utf8Escapes {
  private Utf8Escapes() {}

  /** True when all escapes are complete and their bytes are UTF-8. */
  static boolean areWellFormed(String raw) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '%') {
        bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
        continue;
      }
      int high = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 1), 16) : -1;
      int low = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 2), 16) : -1;
      if (high < 0 || low < 0) {
        return false;
      }
      bytes.write(high * 16 + low);
      i += 2;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
