package dev.sendonce.lab.relay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shows stored copies by IMAP, each in its own account and once more in {@link #OVERVIEW}: there,
 * INBOX holds every letter that came in, however many recipients it had, and Sent every copy for a
 * sender. So one login is enough to look after mail of many senders. Thread-safe.
 */
final class Display {
  /** The account that sees everything. */
  static final String OVERVIEW = "sendonce";

  private final ImapFront imap;
  private final Set<Path> letters = ConcurrentHashMap.newKeySet();

  Display(ImapFront imap) {
    this.imap = imap;
  }

  void show(MailFiles.Copy copy) throws IOException {
    imap.show(copy);
    // The copies of one letter in several INBOXes have the same file name.
    boolean another =
        copy.folder().equals(ImapFront.INBOX) && !letters.add(copy.file().getFileName());
    if (!another && !copy.user().equals(OVERVIEW)) {
      imap.show(new MailFiles.Copy(OVERVIEW, copy.folder(), copy.arrived(), copy.file()));
    }
  }
}
