package dev.sendonce.smtp;

import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/**
 * One connection to a relay: the library's SMTP client with everything taken out of its hands that
 * decides whether a letter may have been accepted.
 *
 * <ul>
 *   <li>A lone dot passes only through a gate that is asked before its first byte is written.
 *   <li>Every command needs a silent line before it, so no reply is ever taken from the past.
 *   <li>A reply counts only when it is complete by the grammar ({@link ReplyText}).
 *   <li>The library's own QUIT is swallowed: it costs time and hides codes (SMTP-FACTS 1.8). Its
 *       {@code sendMessage} is not used at all: it resets after a refusal, drops headers and may
 *       re-encode.
 * </ul>
 *
 * <p>For one transmitting thread at a time; others end it through {@link #abort}.
 */
final class PhaseTransport extends SMTPTransport implements Extensions {
  private static final String DOT = ".";

  /** Asked before the first byte of the final dot is written. */
  @FunctionalInterface
  interface Gate {
    /** Returns only when the dot may be written. */
    void pass() throws MessagingException;
  }

  /** The relay gave no complete reply. */
  static final class NoReplyException extends MessagingException {
    private static final long serialVersionUID = 1;

    NoReplyException(String what) {
      super(what);
    }
  }

  private final RelaySocket socket;
  private final RelaySettings settings;
  private Progress progress;
  private Gate gate;
  private Reply reply;
  private boolean secured;
  private boolean authenticated;

  PhaseTransport(Session session, RelaySettings settings, RelaySocket socket, Progress progress) {
    super(session, new URLName("smtp", settings.host(), settings.port(), null, null, null));
    this.settings = settings;
    this.socket = socket;
    this.progress = progress;
  }

  /** Connects, greets, secures, authenticates. Afterwards the relay waits for MAIL. */
  synchronized void open(InetAddress address) throws MessagingException {
    RelaySettings.Credentials credentials = settings.credentials().orElse(null);
    connect(
        address.getHostAddress(),
        settings.port(),
        credentials == null ? null : credentials.user(),
        credentials == null ? null : credentials.secret());
    if (credentials != null && !authenticated) {
      progress.enter(SmtpPhase.AUTH);
      throw new MessagingException("the relay offers no authentication");
    }
  }

  /** From now on this transaction's deadlines and phases apply. */
  synchronized void serve(Progress next) {
    progress = next;
    next.guard(socket::abort);
  }

  /** Writes a command and reads its reply. */
  synchronized Reply ask(String command) throws MessagingException {
    sendCommand(command);
    return complete();
  }

  /** Writes the final dot, if the gate lets it pass, and reads the first reply after it. */
  synchronized Reply endOfData(Gate asked) throws MessagingException {
    gate = asked;
    try {
      return ask(DOT);
    } finally {
      gate = null;
    }
  }

  /** Reads a reply that nobody asked for, if one is lying there. */
  synchronized Optional<Reply> unasked() {
    if (socket.input().probe() != ReplyInput.Probe.BYTES) {
      return Optional.empty();
    }
    try {
      return Optional.of(complete());
    } catch (MessagingException e) {
      return Optional.empty();
    }
  }

  /** True when the relay is there and silent, as it has to be between transactions. */
  boolean isIdle() {
    return !socket.hasEnded() && socket.input().probe() == ReplyInput.Probe.SILENT;
  }

  /** Like {@link #isIdle}, without the millisecond that it takes to see an end. */
  boolean isQuiet() {
    try {
      return !socket.hasEnded() && !socket.input().pending();
    } catch (IOException e) {
      return false;
    }
  }

  /** Where the body goes; unbuffered and beneath the library, whose buffer would hold it back. */
  OutputStream body() throws IOException {
    return socket.getOutputStream();
  }

  RelaySocket socket() {
    return socket;
  }

  /** The complete reply to the newest command, if it came. */
  synchronized Optional<Reply> lastReply() {
    return Optional.ofNullable(reply);
  }

  /** Resets the connection. Thread-safe and immediate. */
  void abort() {
    socket.abort();
  }

  /** Takes leave without waiting for an answer. */
  synchronized void quit() {
    try {
      if (!socket.hasEnded()) {
        super.sendCommand("QUIT");
      }
    } catch (MessagingException e) {
      socket.abort();
    } finally {
      socket.closeGently();
    }
  }

  @Override
  public Optional<String> parameters(String keyword) {
    return Optional.ofNullable(getExtensionParameter(keyword));
  }

  /** An address literal (RFC 5321, 4.1.3): true, and needs no look-up that could hang. */
  @Override
  public synchronized String getLocalHost() {
    InetAddress ours = socket.ourAddress();
    String text = ours.getHostAddress().replaceFirst("%.*", "");
    return ours instanceof Inet6Address ? "[IPv6:" + text + "]" : "[" + text + "]";
  }

  @Override
  protected boolean ehlo(String domain) throws MessagingException {
    progress.enter(SmtpPhase.EHLO);
    boolean understood = super.ehlo(domain);
    if (secured && !understood) {
      // the library would go on with what was offered in the clear, where anybody can change it
      throw new MessagingException("EHLO was refused inside TLS");
    }
    return understood;
  }

  @Override
  protected void helo(String domain) throws MessagingException {
    progress.enter(SmtpPhase.EHLO);
    super.helo(domain);
  }

  @Override
  protected void startTLS() throws MessagingException {
    progress.enter(SmtpPhase.TLS);
    if (settings.security() != RelaySettings.Security.STARTTLS || secured) {
      throw new MessagingException("the relay wants STARTTLS, which its settings do not ask for");
    }
    super.startTLS();
    secured = true;
  }

  @Override
  protected boolean supportsAuthentication(String mechanism) {
    progress.enter(SmtpPhase.AUTH);
    return super.supportsAuthentication(mechanism);
  }

  @Override
  protected void sendCommand(String command) throws MessagingException {
    if (command.equals("QUIT")) {
      return;
    }
    if (command.equals(DOT)) {
      if (gate == null) {
        throw new IllegalStateException("a final dot that nobody asked for");
      }
      gate.pass();
    } else {
      requireSilence(command);
    }
    reply = null;
    socket.input().expectReply();
    super.sendCommand(oneCharPerByte(command));
  }

  @Override
  protected int readServerResponse() throws MessagingException {
    reply = null;
    int code = super.readServerResponse();
    reply =
        code > 0
            ? ReplyText.parse(getLastServerResponse().stripTrailing())
                .filter(this::isComplete)
                .orElse(null)
            : null;
    authenticated |= code == 235 && progress.phase() == SmtpPhase.AUTH;
    return reply == null ? -1 : reply.code();
  }

  /**
   * The digits of a 2yz prove acceptance even when the connection ended before the line did
   * (SMTP-FACTS 1.6). A refusal licenses another attempt, so it has to have come to its end.
   */
  private boolean isComplete(Reply read) {
    return read.series() == 2 || socket.input().lineEnded();
  }

  private Reply complete() throws MessagingException {
    readServerResponse();
    if (reply == null) {
      throw new NoReplyException("no complete reply");
    }
    return reply;
  }

  private void requireSilence(String command) throws MessagingException {
    try {
      if (socket.input().pending()) {
        throw new MessagingException(
            "the relay spoke unasked, before " + command.split("[ :]", 2)[0]);
      }
    } catch (IOException e) {
      throw new MessagingException("the connection is gone", e);
    }
  }

  /** The library cuts characters to their low byte; this makes it write UTF-8 instead. */
  private static String oneCharPerByte(String command) {
    return new String(command.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
