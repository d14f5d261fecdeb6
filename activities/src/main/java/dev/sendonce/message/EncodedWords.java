package dev.sendonce.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Text as encoded-words in UTF-8 (RFC 2047), split between code points only. */
final class EncodedWords {
  private static final String HEAD = "=?UTF-8?";
  private static final int FRAME = HEAD.length() + "Q?".length() + "?=".length();

  /** RFC 2047, 2: an encoded-word is at most this long. */
  private static final int MAXIMUM = 75;

  /** A shorter word holds too little to begin it. */
  private static final int SHORTEST = 30;

  private EncodedWords() {}

  /** Whether a token is such a word. */
  static boolean isOne(String token) {
    return token.startsWith(HEAD);
  }

  /**
   * The words, to be separated by folding white space, which a reader removes again.
   *
   * @param firstLineUsed how much of the first line is taken already; lines with encoded-words are
   *     at most 76 characters long, and where too little is left the first word is made for a line
   *     of its own
   */
  static List<String> of(String text, int firstLineUsed) {
    boolean base64 = prefersBase64(text);
    int left = MAXIMUM - firstLineUsed;
    int limit = (left < SHORTEST ? MAXIMUM - 1 : left) - FRAME;
    List<String> words = new ArrayList<>();
    StringBuilder chunk = new StringBuilder();
    int used = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int cost = base64 ? utf8Length(c) : qLength(c);
      int room = base64 ? limit / 4 * 3 : limit;
      if (used + cost > room) {
        words.add(word(chunk.toString(), base64));
        chunk.setLength(0);
        used = 0;
        limit = MAXIMUM - FRAME - 1;
      }
      chunk.appendCodePoint(c);
      used += cost;
      i += Character.charCount(c);
    }
    words.add(word(chunk.toString(), base64));
    return words;
  }

  private static boolean prefersBase64(String text) {
    int q = text.codePoints().map(EncodedWords::qLength).sum();
    int b = text.codePoints().map(EncodedWords::utf8Length).sum() * 4 / 3;
    return b < q;
  }

  private static String word(String chunk, boolean base64) {
    byte[] bytes = chunk.getBytes(StandardCharsets.UTF_8);
    if (base64) {
      return HEAD + "B?" + Base64.getEncoder().encodeToString(bytes) + "?=";
    }
    StringBuilder q = new StringBuilder(HEAD).append("Q?");
    for (byte b : bytes) {
      if (isPlain(b)) {
        q.append((char) b);
      } else if (b == ' ') {
        q.append('_');
      } else {
        q.append(String.format("=%02X", b & 0xff));
      }
    }
    return q.append("?=").toString();
  }

  private static int qLength(int c) {
    return isPlain(c) || c == ' ' ? 1 : 3 * utf8Length(c);
  }

  private static int utf8Length(int c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  }

  /** Safe in every place where an encoded-word may stand, a phrase included (RFC 2047, 5). */
  private static boolean isPlain(int c) {
    return Characters.isAlphanumeric(c) || c == '!' || c == '*' || c == '+' || c == '-' || c == '/';
  }
}
