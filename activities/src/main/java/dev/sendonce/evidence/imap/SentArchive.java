package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.RelayProfile;
import dev.sendonce.evidence.RelayProfile.SentCopy;
import dev.sendonce.evidence.imap.ImapSession.Examined;
import dev.sendonce.evidence.imap.ImapSession.Headers;
import dev.sendonce.send.FrozenMessage;
import dev.sendonce.send.Redaction;
import jakarta.mail.MessagingException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.imap.AppendUID;

/**
 * Files a copy of an accepted message in the sender's Sent folder, for relays that do not do it
 * themselves. Called only after acceptance was recorded: a copy filed earlier would look like
 * evidence. APPEND is not idempotent, and its answer can be lost like that of an SMTP server, so
 * every try looks for the message first. Failing changes nothing about the send. Thread-safe.
 */
public final class SentArchive {
  /**
   * The header field that tells our copies from the relay's. It stands in the copy only, never in
   * the message sent, and unlike a remembered UID it cannot be lost in a crash.
   */
  static final String MARK = "X-Sendonce-Archived";

  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final List<Duration> PAUSES =
      List.of(Duration.ofSeconds(2), Duration.ofSeconds(8));

  private final EvidenceSettings.Imap settings;
  private final RelayProfile profile;
  private final ImapClient client;
  private final Consumer<Duration> pause;

  /**
   * @param pause waits between tries
   */
  public SentArchive(
      EvidenceSettings.Imap settings,
      RelayProfile profile,
      ImapClient client,
      Consumer<Duration> pause) {
    this.settings = settings;
    this.profile = profile;
    this.client = client;
    this.pause = pause;
  }

  /** What became of the copy. */
  public sealed interface Result {
    /** For the timeline. */
    String describe();
  }

  /**
   * The copy was filed now.
   *
   * @param uid from APPENDUID (RFC 4315), or 0 when the server does not say
   */
  public record Filed(String folder, long uidValidity, long uid) implements Result {
    @Override
    public String describe() {
      return "copy filed in " + folder + (uid > 0 ? ", UID " + uid : "");
    }
  }

  /** A copy lies there: an earlier try succeeded, or somebody else filed one. */
  public record AlreadyThere(String folder, long uid) implements Result {
    @Override
    public String describe() {
      return "copy was in " + folder + " already, UID " + uid;
    }
  }

  /** The relay files its own copies. */
  public record NotWanted() implements Result {
    @Override
    public String describe() {
      return "no copy filed: the relay files its own";
    }
  }

  /** Not filed; the send is what it was. */
  public record Failed(String cause) implements Result {
    @Override
    public String describe() {
      return "no copy filed: " + cause;
    }
  }

  /**
   * Files the copy unless one is there. Takes up to some minutes; never throws.
   *
   * @param date becomes the INTERNALDATE
   */
  public Result file(FrozenMessage message, String sendId, Instant date) {
    if (profile.sentCopy() == SentCopy.AUTO) {
      return new NotWanted();
    }
    Filing filing = new Filing(message, sendId, date);
    for (Duration wait : PAUSES) {
      Result result = filing.tryOnce();
      if (!(result instanceof Failed)) {
        return result;
      }
      pause.accept(wait);
    }
    return filing.tryOnce();
  }

  /** The tries for one message. */
  private final class Filing {
    private final FrozenMessage message;
    private final String sendId;
    private final Instant date;
    private Optional<Examined> before = Optional.empty();

    Filing(FrozenMessage message, String sendId, Instant date) {
      this.message = message;
      this.sendId = sendId;
      this.date = date;
    }

    Result tryOnce() {
      try {
        return client.call(LIMIT, this::over);
      } catch (MessagingException e) {
        return new Failed(Redaction.of(String.valueOf(e.getMessage())));
      }
    }

    private Result over(ImapSession session) throws ProtocolException, MessagingException {
      List<String> folders = SentFolders.of(session.list(), settings.sentFolder());
      if (folders.isEmpty()) {
        return new Failed("there is no Sent folder; name one in evidence.imap.sentFolder");
      }
      String folder = folders.get(0);
      Examined now = session.examine(folder);
      Optional<Long> there = find(session, now);
      if (there.isPresent()) {
        return new AlreadyThere(folder, there.get());
      }
      if (before.isEmpty()) {
        before = Optional.of(now);
      }
      Optional<AppendUID> uid = session.append(folder, date, new MarkedCopy(message, MARK));
      return uid.map(u -> new Filed(folder, u.uidvalidity, u.uid))
          .orElseGet(() -> new Filed(folder, now.uidValidity(), 0));
    }

    /** By search, and after a try of ours also by reading everything that came since. */
    private Optional<Long> find(ImapSession session, Examined now)
        throws ProtocolException, MessagingException {
      Argument criteria = new Argument();
      criteria.writeAtom("HEADER");
      criteria.writeAtom(CopyMatcher.MESSAGE_ID);
      criteria.writeString(message.messageId());
      for (long uid : session.search(criteria)) {
        if (isCopy(session, Long.toString(uid), 1).isPresent()) {
          return Optional.of(uid);
        }
      }
      boolean sameUids = before.filter(b -> b.uidValidity() == now.uidValidity()).isPresent();
      return sameUids && before.get().uidNext() > 0
          ? isCopy(session, before.get().uidNext() + ":*", before.get().uidNext())
          : Optional.empty();
    }

    private Optional<Long> isCopy(ImapSession session, String uidSet, long from)
        throws ProtocolException, MessagingException {
      List<String> fields = List.of(CopyMatcher.MESSAGE_ID, CopyMatcher.SENDONCE_ID);
      return session.headers(uidSet, fields).stream()
          .filter(h -> h.uid() >= from)
          .filter(
              h ->
                  message.messageId().equals(only(h, CopyMatcher.MESSAGE_ID))
                      || sendId.equals(only(h, CopyMatcher.SENDONCE_ID)))
          .map(Headers::uid)
          .findFirst();
    }

    private String only(Headers headers, String name) {
      String value = headers.fields().getHeader(name, null);
      return value == null ? "" : value.strip();
    }
  }
}
