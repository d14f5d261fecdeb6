package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.imap.ImapSession.Examined;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far folders were filled before an attempt: UIDVALIDITY and UIDNEXT of each. Whatever is found
 * at or above UIDNEXT later was put there after that moment.
 */
record FolderMarks(List<FolderMark> marks) {

  /** One folder's mark. */
  record FolderMark(String folder, long uidValidity, long uidNext) {}

  FolderMarks {
    marks = List.copyOf(marks);
  }

  /** Folders whose UIDs mean something tomorrow. */
  static FolderMarks of(List<Examined> folders) {
    return new FolderMarks(
        folders.stream()
            .filter(f -> f.uidsPersist() && f.uidValidity() > 0 && f.uidNext() > 0)
            .map(f -> new FolderMark(f.folder(), f.uidValidity(), f.uidNext()))
            .toList());
  }

  /** One line per folder: {@code uidValidity:uidNext:name}. */
  String encode() {
    StringBuilder out = new StringBuilder();
    for (FolderMark m : marks) {
      out.append(m.uidValidity()).append(':').append(m.uidNext()).append(':').append(m.folder());
      out.append('\n');
    }
    return out.toString();
  }

  /** Reads {@link #encode()}; lines that do not fit are as good as no mark. */
  static FolderMarks decode(String encoded) {
    List<FolderMark> marks = new ArrayList<>();
    for (String line : encoded.split("\n", -1)) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && isNumber(parts[0]) && isNumber(parts[1])) {
        marks.add(new FolderMark(parts[2], Long.parseLong(parts[0]), Long.parseLong(parts[1])));
      }
    }
    return new FolderMarks(marks);
  }

  private static boolean isNumber(String s) {
    return s.matches("\\d{1,18}");
  }

  /**
   * The UID from which messages are new, when it can be known: the folder was noted, and its UIDs
   * are still the same ones (RFC 9051, 2.3.1.1).
   */
  Optional<Long> newFrom(Examined now) {
    return marks.stream()
        .filter(m -> m.folder().equals(now.folder()) && m.uidValidity() == now.uidValidity())
        .map(FolderMark::uidNext)
        .findFirst();
  }
}
