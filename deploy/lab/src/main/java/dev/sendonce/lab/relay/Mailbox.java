package dev.sendonce.lab.relay;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A relay with mailboxes: takes mail by SMTP, keeps it in files and shows it by IMAP. Each
 * recipient finds it in its INBOX; the sender finds a copy in Sent, filed last, as at providers
 * that file such copies themselves; the user {@code sendonce} finds both of everything. Everything
 * that was answered with 250 is there again after a restart, however the process ended.
 * Thread-safe.
 */
public final class Mailbox implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

  private final FileChannel lock;
  private final FaultRelay relay;
  private final ImapFront imap;
  private final AdminApi admin;

  private Mailbox(FileChannel lock, FaultRelay relay, ImapFront imap, AdminApi admin) {
    this.lock = lock;
    this.relay = relay;
    this.imap = imap;
    this.admin = admin;
  }

  /**
   * Where a mailbox lives.
   *
   * @param directory holds {@code mail/}, {@code journal/} and a lock
   * @param relay of the SMTP side; its journal directory is not used
   * @param imapPort 0 for a free one
   * @param adminPort 0 for a free one
   * @param password for IMAP; any when empty
   * @param filesSentCopies whether senders find a copy in Sent
   */
  public record Options(
      Path directory,
      RelayOptions relay,
      int imapPort,
      int adminPort,
      Optional<String> password,
      boolean filesSentCopies) {

    /** All ports free, any password, Sent copies filed. */
    public static Options in(Path directory) {
      return new Options(
          directory, RelayOptions.journalIn(journal(directory)), 0, 0, Optional.empty(), true);
    }
  }

  /** The journal of the mailbox in a directory. */
  public static Path journal(Path directory) {
    return directory.resolve("journal");
  }

  /**
   * Starts all three servers; they work when this returns.
   *
   * @throws IOException when a port is taken, or another process uses the directory
   */
  public static Mailbox start(Options options, Clock clock) throws IOException {
    Files.createDirectories(options.directory());
    List<Closeable> started = new ArrayList<>();
    try {
      FileChannel lock = lock(options.directory());
      started.add(lock);
      MailFiles files = new MailFiles(options.directory().resolve("mail"));
      Ids appended = new Ids("appended-" + clock.millis());
      ImapFront imap =
          ImapFront.start(
              options.imapPort(),
              options.password(),
              (user, folder, arrived, content) ->
                  files.store(user, folder, appended.next(), arrived, content));
      started.add(imap);
      Display display = new Display(imap);
      files.all().forEach(copy -> show(display, copy));
      ScriptBook scripts = new ScriptBook();
      Path journal = journal(options.directory());
      AdminApi admin = AdminApi.start(options.adminPort(), scripts, journal);
      started.add(admin);
      Keeper keeper =
          letter ->
              store(files, letter, clock.instant(), options.filesSentCopies())
                  .forEach(copy -> show(display, copy));
      FaultRelay relay =
          FaultRelay.start(options.relay().withJournal(journal), scripts, keeper, clock);
      return new Mailbox(lock, relay, imap, admin);
    } catch (IOException e) {
      for (Closeable part : started) {
        part.close();
      }
      throw e;
    }
  }

  /** What is in a file is kept, whether or not IMAP can show it. */
  private static void show(Display display, MailFiles.Copy copy) {
    try {
      display.show(copy);
    } catch (IOException e) {
      LOG.warn("IMAP does not show {}", copy.file().getFileName(), e);
    }
  }

  private static List<MailFiles.Copy> store(
      MailFiles files, Letter letter, Instant now, boolean sentCopy) throws IOException {
    List<MailFiles.Copy> copies = new ArrayList<>();
    for (String recipient : new LinkedHashSet<>(letter.recipients())) {
      copies.add(files.store(recipient, ImapFront.INBOX, letter.id(), now, letter.file()));
    }
    if (sentCopy && !letter.from().isEmpty()) {
      copies.add(files.store(letter.from(), ImapFront.SENT, letter.id(), now, letter.file()));
    }
    return copies;
  }

  private static FileChannel lock(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(channel)) {
      channel.close();
      throw new IOException(directory + " is in use by another mailbox");
    }
    return channel;
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** The SMTP side. */
  public FaultRelay relay() {
    return relay;
  }

  /** The port of IMAP. */
  public int imapPort() {
    return imap.port();
  }

  /** The port of the admin API. */
  public int adminPort() {
    return admin.port();
  }

  @Override
  public void close() {
    try {
      relay.close();
      admin.close();
      imap.close();
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
