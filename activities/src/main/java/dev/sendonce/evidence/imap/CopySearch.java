package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.Answer;
import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.RelayProfile;
import dev.sendonce.evidence.imap.ImapSession.Examined;
import dev.sendonce.evidence.imap.MailboxScan.Hit;
import jakarta.mail.MessagingException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.angus.mail.iap.CommandFailedException;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for copies of a message in some folders of one account, and remembers how far they were
 * filled before. Thread-safe.
 */
final class CopySearch {
  private static final Logger LOG = LoggerFactory.getLogger(CopySearch.class);
  private static final Duration BASELINE_LIMIT = Duration.ofSeconds(4);
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(60);
  private static final Duration FRESH = Duration.ofSeconds(30);

  private final ImapClient client;
  private final RelayProfile profile;
  private final FolderChoice folders;
  private final Clock clock;
  private Note lastNote = new Note(Instant.MIN, Optional.empty());

  /** Which folders to look into, in order. */
  @FunctionalInterface
  interface FolderChoice {
    List<String> of(ImapSession session) throws ProtocolException;
  }

  private record Note(Instant at, Optional<String> marks) {}

  CopySearch(ImapClient client, RelayProfile profile, FolderChoice folders, Clock clock) {
    this.client = client;
    this.profile = profile;
    this.folders = folders;
    this.clock = clock;
  }

  /**
   * How far the folders are filled. Up to half a minute old, so that many attempts share one login:
   * an older note is as true as a fresh one, it only leaves more to scan. An account that does not
   * answer is not asked again for as long, so that it does not slow every attempt down.
   */
  synchronized Optional<String> baseline() {
    Instant now = clock.instant();
    if (lastNote.at().isAfter(now.minus(FRESH)) && !lastNote.at().isAfter(now)) {
      return lastNote.marks();
    }
    Optional<String> marks = Optional.empty();
    try {
      marks = Optional.of(client.call(BASELINE_LIMIT, this::marks));
    } catch (MessagingException e) {
      LOG.info("No baseline from a mailbox: {}", e.getClass().getSimpleName());
    }
    lastNote = new Note(clock.instant(), marks);
    return marks;
  }

  private String marks(ImapSession session) throws ProtocolException {
    List<Examined> examined = new ArrayList<>();
    for (String folder : folders.of(session)) {
      examined.add(session.examine(folder));
    }
    return FolderMarks.of(examined).encode();
  }

  /** The best copy there is, or an answer that says what was not found. */
  Answer answer(Question question) throws MessagingException {
    return client.call(PROBE_LIMIT, session -> answer(session, question));
  }

  private Answer answer(ImapSession session, Question question)
      throws ProtocolException, MessagingException {
    List<String> candidates = folders.of(session);
    if (candidates.isEmpty()) {
      return Answer.failed("no such folder found; name it in the configuration");
    }
    MailboxScan scan = new MailboxScan(session, question, profile);
    List<String> refusals = new ArrayList<>();
    Optional<Hit> unbound = Optional.empty();
    for (String folder : candidates) {
      try {
        Optional<Hit> hit = scan.in(folder);
        if (hit.isPresent() && counts(hit.get(), question)) {
          return accepted(hit.get(), question);
        }
        unbound = unbound.or(() -> hit);
      } catch (CommandFailedException e) {
        // a NO for one folder: the others may still know, but "nothing" cannot be said any more
        refusals.add(folder + ": " + e.getMessage());
      }
    }
    if (unbound.isEmpty() && session.has("X-GM-EXT-1")) {
      Optional<Hit> hit = gmail(session, scan, candidates.get(0));
      if (hit.isPresent() && counts(hit.get(), question)) {
        return accepted(hit.get(), question);
      }
      unbound = hit;
    }
    return conclusion(candidates, unbound, refusals, scan.remarks());
  }

  private static Optional<Hit> gmail(ImapSession session, MailboxScan scan, String otherwise)
      throws ProtocolException, MessagingException {
    String folder =
        session.list().stream()
            .filter(f -> f.selectable() && f.is("\\All"))
            .map(ImapSession.Listed::name)
            .findFirst()
            .orElse(otherwise);
    return scan.gmail(folder);
  }

  /** By Message-ID alone a copy can be of any attempt that reached end of data. */
  private static boolean counts(Hit hit, Question question) {
    return hit.match().ofThisAttempt() || question.onlyLatchedAttempt();
  }

  private static Answer accepted(Hit hit, Question question) {
    return Answer.accepted(
        question,
        hit.id(),
        "copy in "
            + hit.folder()
            + ", UID "
            + hit.uid()
            + ", recognised by "
            + hit.match().by()
            + (hit.match().ofThisAttempt() ? " and return path" : "")
            + ", "
            + hit.how());
  }

  private static Answer conclusion(
      List<String> candidates, Optional<Hit> unbound, List<String> refusals, List<String> remarks) {
    if (unbound.isPresent()) {
      return Answer.nothing(
          "copy in "
              + unbound.get().folder()
              + ", but more than one attempt reached end of data and it does not tell which it is");
    }
    if (!refusals.isEmpty()) {
      return Answer.failed(String.join("; ", refusals));
    }
    String also = remarks.isEmpty() ? "" : " (" + String.join("; ", remarks) + ")";
    return Answer.nothing("no copy in " + String.join(", ", candidates) + also);
  }
}
