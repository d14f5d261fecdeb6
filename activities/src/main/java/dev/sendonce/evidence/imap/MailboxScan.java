package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.RelayProfile;
import dev.sendonce.evidence.RelayProfile.MessageIdFate;
import dev.sendonce.evidence.imap.CopyMatcher.Match;
import dev.sendonce.evidence.imap.ImapSession.Examined;
import dev.sendonce.evidence.imap.ImapSession.Headers;
import jakarta.mail.MessagingException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.CommandFailedException;
import org.eclipse.angus.mail.iap.ProtocolException;

/**
 * Looks for a copy of one message in one folder. First it reads the headers of everything that came
 * since the baseline: that needs no index and knows no search quirks. Then it searches in both
 * spellings of the Message-ID, because copies may lie elsewhere in the folder after a move or a
 * change of UIDs. Every hit is fetched and compared. Not thread-safe; lives for one probe.
 */
final class MailboxScan {
  private static final int CHUNK = 500;
  private static final int MAX_NEW = 20_000;
  private static final int MAX_SEARCHED = 2_000;
  private static final Duration MARGIN = Duration.ofDays(2);
  private static final DateTimeFormatter IMAP_DATE =
      DateTimeFormatter.ofPattern("d-MMM-yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private final ImapSession session;
  private final Question question;
  private final RelayProfile profile;
  private final CopyMatcher matcher;
  private final FolderMarks marks;
  private final List<String> remarks = new ArrayList<>();

  MailboxScan(ImapSession session, Question question, RelayProfile profile) {
    this.session = session;
    this.question = question;
    this.profile = profile;
    matcher = new CopyMatcher(question, profile);
    marks = FolderMarks.decode(question.baseline().orElse(""));
  }

  /**
   * A copy.
   *
   * @param how how it was found
   */
  record Hit(String folder, long uidValidity, long uid, Match match, String how) {
    String id() {
      return folder + "/" + uidValidity + "/" + uid;
    }
  }

  /** What else the timeline should tell. */
  List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Every refusal and every lost answer that may hide a copy is an exception. */
  Optional<Hit> in(String folder) throws ProtocolException, MessagingException {
    Examined now = session.examine(folder);
    Optional<Long> newFrom = marks.newFrom(now);
    Optional<Hit> hit = newFrom.isPresent() ? newMail(now, newFrom.get()) : recentMail(now);
    if (hit.isPresent()) {
      return hit;
    }
    return search(now, newFrom.isPresent());
  }

  /** Gmail: all mail, whatever language the folders are named in. */
  Optional<Hit> gmail(String folder) throws ProtocolException, MessagingException {
    Examined now = session.examine(folder);
    String bare = bareMessageId();
    Argument criteria = new Argument();
    criteria.writeAtom("X-GM-RAW");
    criteria.writeString("rfc822msgid:" + bare + " in:sent");
    return compare(now, session.search(criteria), "X-GM-RAW search");
  }

  private Optional<Hit> newMail(Examined now, long from)
      throws ProtocolException, MessagingException {
    if (now.uidNext() == 0) {
      return compare(now, headers(from + ":*"), from, "scan of new mail");
    }
    long end = Math.min(now.uidNext(), from + MAX_NEW);
    if (end < now.uidNext()) {
      remarks.add("only the first " + MAX_NEW + " new messages of " + now.folder() + " scanned");
    }
    for (long first = from; first < end; first += CHUNK) {
      String set = first + ":" + (Math.min(first + CHUNK, end) - 1);
      Optional<Hit> hit = compare(now, headers(set), first, "scan of new mail");
      if (hit.isPresent()) {
        return hit;
      }
    }
    return Optional.empty();
  }

  private Optional<Hit> recentMail(Examined now) throws ProtocolException, MessagingException {
    remarks.add("no usable baseline for " + now.folder());
    return compare(now, session.search(since()), "scan of recent mail");
  }

  private Optional<Hit> search(Examined now, boolean scanned)
      throws ProtocolException, MessagingException {
    for (String spelling : List.of(question.messageId(), bareMessageId())) {
      Optional<Hit> hit = searchHeader(now, CopyMatcher.MESSAGE_ID, spelling);
      if (hit.isPresent()) {
        return hit;
      }
    }
    if (profile.messageId() == MessageIdFate.KEPT) {
      return Optional.empty();
    }
    try {
      return searchOtherHeaders(now);
    } catch (CommandFailedException e) {
      // some servers refuse to search fields they have no index for; the scan has read them
      if (!scanned) {
        throw e;
      }
      remarks.add("search in other fields refused");
      return Optional.empty();
    }
  }

  private Optional<Hit> searchOtherHeaders(Examined now)
      throws ProtocolException, MessagingException {
    Optional<Hit> hit = searchHeader(now, CopyMatcher.SENDONCE_ID, question.sendId());
    for (String field : matcher.idHeaders()) {
      if (hit.isEmpty() && !field.equals(CopyMatcher.MESSAGE_ID)) {
        hit = searchHeader(now, field, question.messageId());
      }
    }
    return hit;
  }

  private Optional<Hit> searchHeader(Examined now, String field, String value)
      throws ProtocolException, MessagingException {
    Argument criteria = since();
    criteria.writeAtom("HEADER");
    criteria.writeAtom(field);
    criteria.writeString(value);
    return compare(now, session.search(criteria), "search by " + field);
  }

  private Argument since() {
    Instant from = question.openedAt().minus(MARGIN);
    Argument criteria = new Argument();
    criteria.writeAtom("SINCE");
    criteria.writeAtom(IMAP_DATE.format(from));
    return criteria;
  }

  private Optional<Hit> compare(Examined now, List<Long> uids, String how)
      throws ProtocolException, MessagingException {
    if (uids.size() > MAX_SEARCHED) {
      remarks.add("only the newest " + MAX_SEARCHED + " hits of the " + how + " compared");
    }
    List<Long> newest =
        uids.stream().sorted().skip(Math.max(0, uids.size() - MAX_SEARCHED)).toList();
    for (int i = 0; i < newest.size(); i += CHUNK) {
      List<Long> part = newest.subList(i, Math.min(i + CHUNK, newest.size()));
      String set = part.stream().map(String::valueOf).collect(Collectors.joining(","));
      List<Headers> fetched = headers(set);
      Optional<Hit> hit = compare(now, fetched, 1, how);
      if (hit.isPresent()) {
        return hit;
      }
      if (fetched.size() < part.size()) {
        throw new ProtocolException(
            (part.size() - fetched.size()) + " messages that the " + how + " named were not shown");
      }
    }
    return Optional.empty();
  }

  private Optional<Hit> compare(Examined now, List<Headers> fetched, long from, String how) {
    Optional<Hit> unbound = Optional.empty();
    for (Headers headers : fetched) {
      // "n:*" always names at least the last message, even when that is older than n
      if (headers.uid() < from) {
        continue;
      }
      Optional<Hit> hit =
          matcher
              .match(headers.fields())
              .map(m -> new Hit(now.folder(), now.uidValidity(), headers.uid(), m, how));
      if (hit.isPresent() && hit.get().match().ofThisAttempt()) {
        return hit;
      }
      unbound = unbound.or(() -> hit);
    }
    return unbound;
  }

  private List<Headers> headers(String uidSet) throws ProtocolException, MessagingException {
    return session.headers(uidSet, matcher.fields());
  }

  private String bareMessageId() {
    return question.messageId().replaceAll("^<|>$", "");
  }
}
