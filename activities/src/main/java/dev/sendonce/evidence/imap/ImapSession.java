package dev.sendonce.evidence.imap;

import jakarta.mail.Flags;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetHeaders;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.Literal;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.iap.Response;
import org.eclipse.angus.mail.imap.AppendUID;
import org.eclipse.angus.mail.imap.protocol.BODY;
import org.eclipse.angus.mail.imap.protocol.FetchResponse;
import org.eclipse.angus.mail.imap.protocol.IMAPProtocol;
import org.eclipse.angus.mail.imap.protocol.IMAPResponse;
import org.eclipse.angus.mail.imap.protocol.ListInfo;
import org.eclipse.angus.mail.imap.protocol.MailboxInfo;
import org.eclipse.angus.mail.imap.protocol.UID;

/**
 * The few IMAP commands that probes need, close to the wire: the library's own search turns a NO, a
 * lost connection and a hit it does not know yet into an empty answer, and those three must never
 * look alike here. Not thread-safe; lives as long as its conversation.
 */
public final class ImapSession {
  private final IMAPProtocol protocol;

  ImapSession(IMAPProtocol protocol) {
    this.protocol = protocol;
  }

  /**
   * A folder as LIST shows it.
   *
   * @param attributes such as {@code \Sent} (RFC 6154)
   */
  public record Listed(String name, char separator, boolean selectable, List<String> attributes) {
    public Listed {
      attributes = List.copyOf(attributes);
    }

    /** True when LIST gave it this attribute, in any case. */
    public boolean is(String attribute) {
      return attributes.stream().anyMatch(attribute::equalsIgnoreCase);
    }
  }

  /**
   * A folder as EXAMINE shows it.
   *
   * @param uidNext 0 when the server does not say
   * @param uidsPersist false when UIDs change from session to session (UIDNOTSTICKY, RFC 4315)
   */
  public record Examined(String folder, long uidValidity, long uidNext, boolean uidsPersist) {}

  /** Header fields of one message. */
  public record Headers(long uid, InternetHeaders fields) {}

  /** Whether the server announces this capability. */
  public boolean has(String capability) {
    return protocol.hasCapability(capability);
  }

  /** All folders, with their special uses even where only the extended LIST shows them. */
  public List<Listed> list() throws ProtocolException {
    List<Listed> folders = list("LIST \"\" \"*\"");
    if (folders.stream().noneMatch(f -> f.is("\\Sent")) && has("SPECIAL-USE")) {
      return list("LIST \"\" \"*\" RETURN (SPECIAL-USE)");
    }
    return folders;
  }

  private List<Listed> list(String command) throws ProtocolException {
    List<Listed> folders = new ArrayList<>();
    for (IMAPResponse response : command(command, null)) {
      if (response.keyEquals("LIST")) {
        ListInfo info = new ListInfo(response);
        folders.add(new Listed(info.name, info.separator, info.canOpen, List.of(info.attrs)));
      }
    }
    return folders;
  }

  /** Selects a folder read-only, with a view of this moment. */
  public Examined examine(String folder) throws ProtocolException {
    MailboxInfo info = protocol.examine(folder);
    return new Examined(folder, info.uidvalidity, Math.max(0, info.uidnext), !info.uidNotSticky);
  }

  /** UID SEARCH with these criteria; NO and BAD are exceptions. */
  public List<Long> search(Argument criteria) throws ProtocolException {
    List<Long> uids = new ArrayList<>();
    for (IMAPResponse response : command("UID SEARCH", criteria)) {
      if (response.keyEquals("SEARCH")) {
        for (long uid = response.readLong(); uid >= 0; uid = response.readLong()) {
          uids.add(uid);
        }
      }
    }
    return uids;
  }

  /**
   * Header fields of the messages of a UID set, without marking them as read. Messages that the
   * server leaves out (expunged meanwhile) are left out.
   */
  public List<Headers> headers(String uidSet, List<String> fields)
      throws ProtocolException, MessagingException {
    String what = "(UID BODY.PEEK[HEADER.FIELDS (" + String.join(" ", fields) + ")])";
    List<Headers> found = new ArrayList<>();
    for (IMAPResponse response : command("UID FETCH " + uidSet + " " + what, null)) {
      Optional<Body> body = body(response);
      if (body.isPresent()) {
        InternetHeaders headers = new InternetHeaders(body.get().content(), true);
        found.add(new Headers(body.get().uid(), headers));
      }
    }
    return found;
  }

  /** The first bytes of a message, without marking it as read; empty when it is gone. */
  public Optional<byte[]> message(long uid, int atMost) throws ProtocolException {
    String command = "UID FETCH " + uid + " (UID BODY.PEEK[]<0." + atMost + ">)";
    for (IMAPResponse response : command(command, null)) {
      Optional<Body> body = body(response);
      if (body.isPresent() && body.get().uid() == uid) {
        return Optional.of(body.get().content().readAllBytes());
      }
    }
    return Optional.empty();
  }

  private record Body(long uid, ByteArrayInputStream content) {}

  private static Optional<Body> body(IMAPResponse response) {
    if (!(response instanceof FetchResponse fetched)) {
      return Optional.empty();
    }
    UID uid = fetched.getItem(UID.class);
    BODY body = fetched.getItem(BODY.class);
    if (uid == null || body == null) {
      return Optional.empty();
    }
    ByteArrayInputStream in = body.getByteArrayInputStream();
    return Optional.of(new Body(uid.uid, in == null ? new ByteArrayInputStream(new byte[0]) : in));
  }

  /**
   * Appends a message, marked as read.
   *
   * @return where it went, when the server has UIDPLUS (RFC 4315)
   */
  Optional<AppendUID> append(String folder, Instant internalDate, Literal message)
      throws ProtocolException {
    Flags seen = new Flags(Flags.Flag.SEEN);
    return Optional.ofNullable(protocol.appenduid(folder, seen, Date.from(internalDate), message));
  }

  /** Untagged answers of a command that ended with OK; everything else is an exception. */
  private List<IMAPResponse> command(String command, Argument arguments) throws ProtocolException {
    Response[] responses = protocol.command(command, arguments);
    Response last = responses[responses.length - 1];
    protocol.handleResult(last);
    if (!last.isOK() || !last.isTagged()) {
      throw new ProtocolException("no completion of " + command.substring(0, command.indexOf(' ')));
    }
    List<IMAPResponse> untagged = new ArrayList<>();
    for (Response response : responses) {
      if (response instanceof IMAPResponse r && r.isUnTagged()) {
        untagged.add(r);
      }
    }
    return untagged;
  }
}
