package dev.sendonce.evidence.bounce;

import dev.sendonce.evidence.imap.ImapSession;
import dev.sendonce.evidence.imap.ImapSession.Examined;
import dev.sendonce.evidence.imap.ImapSession.Headers;
import dev.sendonce.send.AttemptMark;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetHeaders;
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
import org.eclipse.angus.mail.iap.ProtocolException;

/** Reads messages of the bounce folder within one conversation. Read-only. */
final class BounceFolder {
  private static final int CHUNK = 200;
  private static final int AT_MOST_BYTES = 256 * 1024;
  private static final DateTimeFormatter IMAP_DATE =
      DateTimeFormatter.ofPattern("d-MMM-yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private final ImapSession session;
  private final Examined view;

  BounceFolder(ImapSession session, String folder) throws ProtocolException {
    this.session = session;
    view = session.examine(folder);
  }

  Examined view() {
    return view;
  }

  /** UIDs from this one on, in ascending order. */
  List<Long> from(long uid) throws ProtocolException {
    Argument criteria = new Argument();
    criteria.writeAtom("UID");
    criteria.writeAtom(uid + ":*");
    return session.search(criteria).stream().filter(u -> u >= uid).sorted().toList();
  }

  /** UIDs of what arrived since then, a day of margin included, in ascending order. */
  List<Long> since(Instant time) throws ProtocolException {
    Argument criteria = new Argument();
    criteria.writeAtom("SINCE");
    criteria.writeAtom(IMAP_DATE.format(time.minus(Duration.ofDays(1))));
    return session.search(criteria).stream().sorted().toList();
  }

  /** What the headers alone tell about messages; those that are gone are left out. */
  List<Headers> headers(List<Long> uids) throws ProtocolException, MessagingException {
    List<String> fields = new ArrayList<>(DsnParser.DELIVERED_TO);
    fields.add("Content-Type");
    List<Headers> all = new ArrayList<>();
    for (int i = 0; i < uids.size(); i += CHUNK) {
      String set =
          uids.subList(i, Math.min(i + CHUNK, uids.size())).stream()
              .map(String::valueOf)
              .collect(Collectors.joining(","));
      all.addAll(session.headers(set, fields));
    }
    return all;
  }

  /** Enough of the message to read a report; empty when it is gone. */
  Optional<byte[]> message(long uid) throws ProtocolException {
    return session.message(uid, AT_MOST_BYTES);
  }

  static boolean claimsToBeAReport(InternetHeaders headers) {
    String type = headers.getHeader("Content-Type", " ");
    return type != null && type.toLowerCase(Locale.ROOT).contains("multipart/report");
  }

  /** True when the delivery address says that it is about somebody else's attempt. */
  static boolean isAboutAnother(InternetHeaders headers, String sendId, int attempt) {
    List<AttemptMark> marks = new ArrayList<>();
    for (String name : DsnParser.DELIVERED_TO) {
      String[] values = headers.getHeader(name);
      for (String value : values == null ? new String[0] : values) {
        AttemptMark.ofReturnPath(value).ifPresent(marks::add);
      }
    }
    return !marks.isEmpty() && marks.stream().noneMatch(m -> m.isSameAs(sendId, attempt));
  }
}
