package dev.sendonce.lab.relay.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The compact text form of a script, such as {@code dot: keep, drip 600ms "250 ok\r\n"; quit:
 * stall}.
 *
 * <pre>
 * script = clause { ";" clause }
 * clause = "offer:" keyword { "," keyword }  |  point ":" step { "," step }
 * point  = connect greeting ehlo starttls auth mail rcpt rcptN data body@N dot rset noop quit
 *          idle@MS read@N written@N
 * step   = NNN text           a reply line
 *        | say "bytes"        exactly these bytes; \r \n \t \" \\ \xHH
 *        | drip TIME "bytes"  a byte at a time;  drip TIME N "bytes": N bytes at a time
 *        | wait TIME | stall | keep | fin | cut | rst
 *        | first N ( steps ) then ( steps )  |  every N ( steps ) else ( steps )
 * </pre>
 */
public final class ScriptText {
  private static final Pattern PLAIN_REPLY = Pattern.compile("\\d{3}[ -][ -~&&[^,;()\"]]*\r\n");

  private ScriptText() {}

  /**
   * Reads the text form.
   *
   * @throws ScriptSyntaxException when it cannot be read
   */
  public static Script parse(String name, String about, String text) {
    ScriptReader in = new ScriptReader(text);
    Optional<List<String>> offers = Optional.empty();
    Map<Point, List<Step>> actions = new LinkedHashMap<>();
    while (!in.atEnd()) {
      String head = in.until(':').strip();
      if (head.equals("offer")) {
        offers = Optional.of(in.items());
      } else if (actions.putIfAbsent(Point.parse(head), in.steps()) != null) {
        throw new ScriptSyntaxException("two clauses for " + head);
      }
      in.endOfClause();
    }
    return new Script(name, about, offers, actions);
  }

  /** Writes a script so that {@link #parse} reads an equal one. */
  public static String format(Script script) {
    List<String> clauses = new ArrayList<>();
    script.offers().ifPresent(list -> clauses.add("offer: " + String.join(", ", list)));
    script.actions().forEach((point, steps) -> clauses.add(point + ": " + format(steps)));
    return String.join("; ", clauses);
  }

  private static String format(List<Step> steps) {
    return steps.stream().map(ScriptText::format).collect(Collectors.joining(", "));
  }

  private static String format(Step step) {
    if (step instanceof Step.Say say) {
      return PLAIN_REPLY.matcher(say.octets()).matches()
          ? say.octets().stripTrailing()
          : "say " + quote(say.octets());
    }
    if (step instanceof Step.Drip drip) {
      String size = drip.size() == 1 ? "" : drip.size() + " ";
      return "drip " + time(drip.pause()) + " " + size + quote(drip.octets());
    }
    if (step instanceof Step.Pause pause) {
      return "wait " + time(pause.time());
    }
    if (step instanceof Step.Close close) {
      return close.way().name().toLowerCase(java.util.Locale.ROOT);
    }
    if (step instanceof Step.First first) {
      return "first " + first.times() + block(first.steps()) + " then" + block(first.then());
    }
    if (step instanceof Step.Every every) {
      return "every " + every.nth() + block(every.steps()) + " else" + block(every.otherwise());
    }
    return step instanceof Step.Keep ? "keep" : "stall";
  }

  private static String block(List<Step> steps) {
    return " (" + format(steps) + ")";
  }

  private static String time(Duration d) {
    return d.toMillis() + "ms";
  }

  private static String quote(String octets) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < octets.length(); i++) {
      char c = octets.charAt(i);
      switch (c) {
        case '\r' -> out.append("\\r");
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        case '"', '\\' -> out.append('\\').append(c);
        default -> {
          if (c >= ' ' && c < 0x7f) {
            out.append(c);
          } else {
            out.append(String.format("\\x%02x", c & 0xff));
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
