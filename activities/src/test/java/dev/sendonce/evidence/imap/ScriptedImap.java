package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.ImapLocation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An IMAP server with a memory of its own that answers properly until a test tells it to misbehave:
 * a fault sees every command before it is answered. For one connection at a time.
 */
final class ScriptedImap implements AutoCloseable {
  /** What a fault answers to have the server behave. */
  static final String BEHAVE = null;

  /** What a fault answers to have the connection closed. */
  static final String DROP = "\0drop";

  /** What a fault answers to have the server say nothing at all. */
  static final String SILENCE = "\0silence";

  private static final Pattern FETCH = Pattern.compile("(?i)UID FETCH (\\S+) .*");
  private static final Pattern SEARCH_HEADER =
      Pattern.compile("(?i)UID SEARCH (?:.* )?HEADER \"?(\\S+?)\"? \"?(.*?)\"?");

  private static final Pattern APPEND =
      Pattern.compile("APPEND (\\S+) \\(\\\\Seen\\) \".*\" \\{(\\d+)}");

  private final ServerSocket server;
  private final Map<String, Mailbox> mailboxes = new LinkedHashMap<>();
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private volatile String capabilities = "IMAP4rev1";
  private volatile BiFunction<String, Mailbox, String> fault = (command, selected) -> BEHAVE;

  ScriptedImap() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "scripted-imap");
    thread.setDaemon(true);
    thread.start();
  }

  /** A folder and what lies in it: header text by UID. */
  static final class Mailbox {
    final String name;
    final String attributes;
    long uidValidity = 7;
    final TreeMap<Long, String> messages = new TreeMap<>();

    Mailbox(String name, String attributes) {
      this.name = name;
      this.attributes = attributes;
    }

    long uidNext() {
      return messages.isEmpty() ? 1 : messages.lastKey() + 1;
    }

    long add(String headers) {
      long uid = uidNext();
      messages.put(uid, headers.strip().replace("\n", "\r\n") + "\r\n\r\n");
      return uid;
    }
  }

  Mailbox folder(String name, String attributes) {
    Mailbox mailbox = new Mailbox(name, attributes);
    mailboxes.put(name, mailbox);
    return mailbox;
  }

  void remove(String name) {
    mailboxes.remove(name);
  }

  void announce(String more) {
    capabilities = "IMAP4rev1 " + more;
  }

  /**
   * Sees every command (without its tag) and the selected folder; answers one of the constants, or
   * whole response lines in which {@code TAG} stands for the tag.
   */
  void misbehave(BiFunction<String, Mailbox, String> fault) {
    this.fault = fault;
  }

  List<String> commands() {
    return commands;
  }

  ImapLocation location() {
    return ImapLocation.parse("imap://app:secret@127.0.0.1:" + server.getLocalPort());
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        talk(socket);
      } catch (IOException e) {
        if (!server.isClosed() && !(e instanceof java.net.SocketException)) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void talk(Socket socket) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    OutputStream out = socket.getOutputStream();
    say(out, "* OK ready\r\n");
    Mailbox selected = null;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String tag = line.substring(0, line.indexOf(' '));
      String command = line.substring(tag.length() + 1);
      commands.add(command);
      String answer = fault.apply(command, selected);
      if (command.startsWith("APPEND ") && answer == null) {
        answer = append(command, in, out);
      }
      if (DROP.equals(answer)) {
        return;
      }
      if (command.startsWith("EXAMINE ")) {
        selected = mailboxes.get(unquoted(command.substring(8)));
      }
      if (SILENCE.equals(answer)) {
        continue;
      }
      say(out, answer == null ? proper(command, tag, selected) : answer.replace("TAG", tag));
      if (command.equals("LOGOUT")) {
        return;
      }
    }
  }

  /** Reads the literal and stores it; what is answered then is up to the fault on APPENDED. */
  private String append(String command, BufferedReader in, OutputStream out) throws IOException {
    Matcher m = APPEND.matcher(command);
    if (!m.matches()) {
      throw new IllegalArgumentException(command);
    }
    say(out, "+ go on\r\n");
    char[] literal = new char[Integer.parseInt(m.group(2))];
    for (int read = 0; read < literal.length; ) {
      read += in.read(literal, read, literal.length - read);
    }
    in.readLine();
    Mailbox mailbox = mailboxes.get(unquoted(m.group(1)));
    long uid = mailbox.uidNext();
    mailbox.messages.put(uid, new String(literal));
    String answer = fault.apply("APPENDED", mailbox);
    return answer == null
        ? "TAG OK [APPENDUID " + mailbox.uidValidity + " " + uid + "] done\r\n"
        : answer;
  }

  private static void say(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private String proper(String command, String tag, Mailbox selected) {
    String ok = tag + " OK done\r\n";
    String verb = command.toUpperCase(Locale.ROOT);
    if (verb.startsWith("CAPABILITY")) {
      return "* CAPABILITY " + capabilities + "\r\n" + ok;
    }
    if (verb.startsWith("LIST")) {
      StringBuilder list = new StringBuilder();
      mailboxes.values().forEach(m -> list.append(listed(m)));
      return list + ok;
    }
    if (verb.startsWith("EXAMINE")) {
      return selected == null ? tag + " NO no such mailbox\r\n" : examined(selected) + ok;
    }
    if (verb.startsWith("UID FETCH")) {
      return fetched(command, selected) + ok;
    }
    if (verb.startsWith("UID SEARCH")) {
      return searched(command, selected) + ok;
    }
    if (verb.startsWith("LOGIN") || verb.startsWith("NOOP") || verb.startsWith("LOGOUT")) {
      return ok;
    }
    return tag + " BAD what is that\r\n";
  }

  private static String listed(Mailbox m) {
    return "* LIST (" + m.attributes + ") \"/\" \"" + m.name + "\"\r\n";
  }

  private static String examined(Mailbox m) {
    return "* "
        + m.messages.size()
        + " EXISTS\r\n* 0 RECENT\r\n* FLAGS ()\r\n* OK [UIDVALIDITY "
        + m.uidValidity
        + "] x\r\n* OK [UIDNEXT "
        + m.uidNext()
        + "] x\r\n";
  }

  static String fetched(String command, Mailbox selected) {
    Matcher fetch = FETCH.matcher(command);
    if (!fetch.matches()) {
      throw new IllegalArgumentException(command);
    }
    StringBuilder out = new StringBuilder();
    int sequence = 0;
    for (Map.Entry<Long, String> message : selected.messages.entrySet()) {
      sequence++;
      if (contains(fetch.group(1), message.getKey(), selected)) {
        out.append(fetchedOne(sequence, message.getKey(), message.getValue()));
      }
    }
    return out.toString();
  }

  private static String fetchedOne(int sequence, long uid, String headers) {
    int bytes = headers.getBytes(StandardCharsets.UTF_8).length;
    return "* "
        + sequence
        + " FETCH (UID "
        + uid
        + " BODY[HEADER.FIELDS (MESSAGE-ID)] {"
        + bytes
        + "}\r\n"
        + headers
        + ")\r\n";
  }

  private static boolean contains(String set, long uid, Mailbox selected) {
    for (String part : set.split(",", -1)) {
      String[] range = part.split(":", 2);
      long last = selected.messages.isEmpty() ? 0 : selected.messages.lastKey();
      long low = number(range[0], last);
      long high = number(range[range.length - 1], last);
      if (uid >= Math.min(low, high) && uid <= Math.max(low, high)) {
        return true;
      }
    }
    return false;
  }

  private static long number(String s, long last) {
    return s.equals("*") ? last : Long.parseLong(s);
  }

  /** HEADER searches are substring tests (RFC 9051, 6.4.4); everything else matches all. */
  static String searched(String command, Mailbox selected) {
    Matcher header = SEARCH_HEADER.matcher(command);
    List<String> hits = new ArrayList<>();
    selected.messages.forEach(
        (uid, text) -> {
          if (!header.matches() || hasHeader(text, header.group(1), header.group(2))) {
            hits.add(Long.toString(uid));
          }
        });
    return "* SEARCH" + (hits.isEmpty() ? "" : " " + String.join(" ", hits)) + "\r\n";
  }

  private static boolean hasHeader(String text, String name, String value) {
    return text.lines()
        .map(l -> l.toLowerCase(Locale.ROOT))
        .anyMatch(
            l ->
                l.startsWith(name.toLowerCase(Locale.ROOT) + ":")
                    && l.contains(value.toLowerCase(Locale.ROOT)));
  }

  private static String unquoted(String name) {
    return name.replaceAll("^\"|\"$", "");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
