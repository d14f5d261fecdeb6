package dev.sendonce.message;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import java.util.Optional;

/**
 * Which characters may stand where. Looks at whole code points, never at bytes: U+010D (č) and
 * U+010A (Ċ) are letters, although their low bytes are CR and LF.
 */
public final class Characters {
  private Characters() {}

  /**
   * What is wrong with a string that becomes (part of) one line: a control character (C0, DEL, C1),
   * U+2028, U+2029 or half of a surrogate pair. Empty when nothing is.
   */
  public static Optional<String> lineDefect(String text) {
    return firstDefect(text, false);
  }

  /**
   * What is wrong with a text of many lines: a control character (C0, DEL, C1) other than TAB, CR
   * and LF, or half of a surrogate pair. Nobody types the C1 characters: they are quotes and dashes
   * of Windows-1252 that were read in another character set. Empty when nothing is.
   */
  public static Optional<String> bodyDefect(String text) {
    return firstDefect(text, true);
  }

  private static Optional<String> firstDefect(String text, boolean body) {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (body ? isRefusedInBody(c) : isRefusedInLine(c)) {
        return Optional.of(
            String.format(
                "contains %s U+%04X at position %d; remove it",
                isSurrogate(c) ? "the unpaired surrogate" : "the control character", c, i + 1));
      }
      i += Character.charCount(c);
    }
    return Optional.empty();
  }

  private static boolean isRefusedInLine(int c) {
    return Character.isISOControl(c) || c == 0x2028 || c == 0x2029 || isSurrogate(c);
  }

  private static boolean isRefusedInBody(int c) {
    return (Character.isISOControl(c) && c != '\t' && c != '\r' && c != '\n') || isSurrogate(c);
  }

  private static boolean isSurrogate(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }

  /**
   * True for what nobody can see in an address: spaces other than U+0020, format characters,
   * fillers, unassigned code points and all that Unicode calls default-ignorable.
   */
  static boolean isInvisible(int c) {
    return switch (Character.getType(c)) {
      case Character.FORMAT, Character.UNASSIGNED, Character.LINE_SEPARATOR -> true;
      case Character.CONTROL, Character.SURROGATE, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.SPACE_SEPARATOR -> c != ' ';
      default -> UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT);
    };
  }

  /** True for the characters of an {@code atom} (RFC 5322, 3.2.3). */
  static boolean isAtext(int c) {
    return isAlphanumeric(c) || "!#$%&'*+-/=?^_`{|}~".indexOf(c) >= 0;
  }

  /** ASCII letters and digits. */
  static boolean isAlphanumeric(int c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
