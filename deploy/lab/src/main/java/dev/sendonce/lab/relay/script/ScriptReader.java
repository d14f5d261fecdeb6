package dev.sendonce.lab.relay.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A cursor over the text of a script. The grammar stands at {@link ScriptText}. */
final class ScriptReader {
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");

  private final String text;
  private int at;

  ScriptReader(String text) {
    this.text = text;
  }

  boolean atEnd() {
    skipBlanks();
    return at == text.length();
  }

  /** Everything before the delimiter, which is consumed. */
  String until(char delimiter) {
    int end = text.indexOf(delimiter, at);
    if (end < 0) {
      throw wrong("'" + delimiter + "' expected");
    }
    String found = text.substring(at, end);
    at = end + 1;
    return found;
  }

  void endOfClause() {
    if (!atEnd() && !taken(';')) {
      throw wrong("';' or the end expected");
    }
  }

  List<String> items() {
    List<String> items = new ArrayList<>();
    do {
      items.add(plain());
    } while (taken(','));
    items.removeIf(String::isEmpty);
    return items;
  }

  List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    do {
      steps.add(step());
    } while (taken(','));
    return steps;
  }

  private Step step() {
    skipBlanks();
    if (at < text.length() && Character.isDigit(text.charAt(at))) {
      return Step.reply(plain());
    }
    String word = word();
    return switch (word) {
      case "say" -> Step.say(quoted());
      case "drip" -> drip();
      case "wait" -> Step.pause(time());
      case "stall" -> Step.stall();
      case "keep" -> Step.keep();
      case "fin" -> Step.fin();
      case "cut" -> Step.cut();
      case "rst" -> Step.rst();
      case "first" -> Step.first(number(), block(), afterWord("then"));
      case "every" -> Step.every(number(), block(), afterWord("else"));
      default -> throw wrong("not a step: '" + word + "'");
    };
  }

  private Step drip() {
    Duration pause = time();
    skipBlanks();
    boolean sized = at < text.length() && Character.isDigit(text.charAt(at));
    int size = sized ? number() : 1;
    return new Step.Drip(quoted(), size, pause);
  }

  private List<Step> afterWord(String expected) {
    if (!word().equals(expected)) {
      throw wrong("'" + expected + "' expected");
    }
    return block();
  }

  private List<Step> block() {
    if (!taken('(')) {
      throw wrong("'(' expected");
    }
    List<Step> steps = steps();
    if (!taken(')')) {
      throw wrong("')' expected");
    }
    return steps;
  }

  private Duration time() {
    Matcher m = TIME.matcher(word());
    if (!m.matches()) {
      throw wrong("a time such as 600ms, 3s or 2m expected");
    }
    long n = Long.parseLong(m.group(1));
    return switch (m.group(2)) {
      case "ms" -> Duration.ofMillis(n);
      case "s" -> Duration.ofSeconds(n);
      default -> Duration.ofMinutes(n);
    };
  }

  private int number() {
    String word = word();
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new ScriptSyntaxException("a number expected, not '" + word + "'", e);
    }
  }

  private String word() {
    skipBlanks();
    int start = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private String plain() {
    skipBlanks();
    int start = at;
    while (at < text.length() && ",;()".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at).strip();
  }

  private String quoted() {
    if (!taken('"')) {
      throw wrong("'\"' expected");
    }
    StringBuilder out = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at++);
      out.append(c == '\\' ? escaped() : c);
    }
    if (!taken('"')) {
      throw wrong("closing '\"' missing");
    }
    return out.toString();
  }

  private char escaped() {
    if (at == text.length()) {
      throw wrong("an escape at the end");
    }
    char c = text.charAt(at++);
    return switch (c) {
      case 'r' -> '\r';
      case 'n' -> '\n';
      case 't' -> '\t';
      case '"', '\\' -> c;
      case 'x' -> hexadecimal();
      default -> throw wrong("unknown escape \\" + c);
    };
  }

  private char hexadecimal() {
    try {
      char c = (char) Integer.parseInt(text.substring(at, Math.min(at + 2, text.length())), 16);
      at += 2;
      return c;
    } catch (NumberFormatException e) {
      throw new ScriptSyntaxException("two hexadecimal digits expected after \\x", e);
    }
  }

  private boolean taken(char c) {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == c) {
      at++;
      return true;
    }
    return false;
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private ScriptSyntaxException wrong(String what) {
    return new ScriptSyntaxException(what + " at character " + at + " of: " + text);
  }
}
