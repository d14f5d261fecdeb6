package dev.sendonce.smtp;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A well-behaved server, except where a test says otherwise. One instance per connection. */
final class Manners implements ScriptedRelay.Dialogue {
  /** What the server does instead of its usual answer. */
  @FunctionalInterface
  interface Step {
    void run(ScriptedRelay.Wire wire) throws IOException;
  }

  private final Map<String, Deque<Step>> steps = new HashMap<>();
  private List<String> extensions = List.of("8BITMIME", "SIZE 10000000", "DSN");

  /** What EHLO offers. */
  Manners offering(String... keywords) {
    extensions = List.of(keywords);
    return this;
  }

  /**
   * Answers the next ones of this kind so, one after the other, and afterwards as usual.
   *
   * @param moment a verb, {@code GREETING}, or {@code DOT} for the reply to end of data
   */
  Manners at(String moment, String... replies) {
    for (String reply : replies) {
      doing(moment, wire -> wire.say(reply));
    }
    return this;
  }

  /** Does something of its own the next time. */
  Manners doing(String moment, Step step) {
    steps.computeIfAbsent(moment, m -> new ArrayDeque<>()).add(step);
    return this;
  }

  @Override
  public void run(ScriptedRelay.Wire wire) throws IOException {
    answer(wire, "GREETING", "220 scripted ESMTP");
    while (true) {
      String verb = wire.hear().split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
      switch (verb) {
        case "EHLO" -> answer(wire, verb, ehlo());
        case "DATA" -> data(wire);
        case "QUIT" -> {
          answer(wire, verb, "221 bye");
          return;
        }
        case "MAIL", "RCPT", "RSET", "NOOP" -> answer(wire, verb, "250 2.0.0 ok");
        case "AUTH" -> answer(wire, verb, "235 2.7.0 welcome");
        default -> answer(wire, verb, "500 5.5.2 what?");
      }
    }
  }

  private void data(ScriptedRelay.Wire wire) throws IOException {
    if (steps.containsKey("DATA")) {
      answer(wire, "DATA", "354 go on");
      return;
    }
    wire.say("354 go on");
    if (steps.containsKey("BODY")) {
      answer(wire, "BODY", "");
      return;
    }
    wire.body();
    answer(wire, "DOT", "250 2.0.0 Ok: queued as 4ZtRq51kzGz1");
  }

  private void answer(ScriptedRelay.Wire wire, String moment, String usual) throws IOException {
    Deque<Step> waiting = steps.get(moment);
    if (waiting == null) {
      wire.say(usual);
      return;
    }
    Step step = waiting.poll();
    if (waiting.isEmpty()) {
      steps.remove(moment);
    }
    step.run(wire);
  }

  private String ehlo() {
    StringBuilder reply = new StringBuilder("250");
    reply.append(extensions.isEmpty() ? " " : "-").append("scripted");
    for (int i = 0; i < extensions.size(); i++) {
      boolean last = i == extensions.size() - 1;
      reply.append("\r\n250").append(last ? " " : "-").append(extensions.get(i));
    }
    return reply.toString();
  }
}
