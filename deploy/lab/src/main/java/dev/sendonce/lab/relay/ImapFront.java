package dev.sendonce.lab.relay;

import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.store.FolderListener;
import com.icegreen.greenmail.store.MailFolder;
import com.icegreen.greenmail.store.StoredMessage;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.user.UserException;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.Flags;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows mail by IMAP: whoever logs in with an address sees its INBOX and its Sent folder. Holds
 * copies in memory as long as it lasts; files are the truth. Thread-safe.
 */
final class ImapFront implements Closeable {
  static final String INBOX = "INBOX";
  static final String SENT = "Sent";

  /** Of the memory, for letters that are not small; the server copies each while it takes it. */
  private static final int SHARE = 4;

  private static final Logger LOG = LoggerFactory.getLogger(ImapFront.class);

  /** Told of every message that a client appended to INBOX or Sent. */
  @FunctionalInterface
  interface Appended {
    void store(String user, String folder, Instant arrived, byte[] content) throws IOException;
  }

  private final OpenMailServer server;
  private final Appended appended;
  private final ShownMessages shown =
      new ShownMessages(
          Session.getInstance(new Properties()), Runtime.getRuntime().maxMemory() / SHARE);
  private final ThreadLocal<Boolean> filling = ThreadLocal.withInitial(() -> false);

  private ImapFront(OpenMailServer server, Appended appended) {
    this.server = server;
    this.appended = appended;
  }

  /**
   * Starts to listen on 127.0.0.1.
   *
   * @param port 0 for a free one
   * @param password what every login needs; any will do when empty
   */
  static ImapFront start(int port, Optional<String> password, Appended appended)
      throws IOException {
    OpenMailServer server =
        new OpenMailServer(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_IMAP));
    ImapFront front = new ImapFront(server, appended);
    server.require(password);
    server.onAccount(front::watch);
    try {
      server.start();
    } catch (IllegalStateException e) {
      throw new IOException("IMAP cannot listen on port " + port, e);
    }
    return front;
  }

  int port() {
    return server.getImap().getPort();
  }

  /** Makes a stored copy visible. */
  void show(MailFiles.Copy copy) throws IOException {
    try {
      MailFolder folder = folder(copy.user(), copy.folder());
      MimeMessage message = shown.message(copy.file());
      filling.set(true);
      folder.appendMessage(message, new Flags(), Date.from(copy.arrived()));
    } catch (MessagingException | FolderException | UserException e) {
      throw new IOException("a copy cannot be shown by IMAP", e);
    } finally {
      filling.remove();
    }
  }

  private MailFolder folder(String user, String name) throws UserException, FolderException {
    return server.getManagers().getImapHostManager().getFolder(server.account(user), name, true);
  }

  /** From the first moment of an account on: nobody can append to it unnoticed. */
  private void watch(GreenMailUser account) {
    for (String name : List.of(INBOX, SENT)) {
      MailFolder folder = server.getManagers().getImapHostManager().getFolder(account, name);
      folder.addListener(new Watcher(account.getLogin(), name, folder));
    }
  }

  @Override
  public void close() {
    server.stop();
  }

  /** Stores what a client appended, in the client's own thread: before it is acknowledged. */
  private final class Watcher implements FolderListener {
    private final String user;
    private final String name;
    private final MailFolder folder;

    Watcher(String user, String name, MailFolder folder) {
      this.user = user;
      this.name = name;
      this.folder = folder;
    }

    @Override
    public void added(int number) {
      if (filling.get()) {
        return;
      }
      StoredMessage message = folder.getMessages().get(number - 1);
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      try {
        message.getMimeMessage().writeTo(content);
        appended.store(user, name, message.getReceivedDate().toInstant(), content.toByteArray());
      } catch (IOException | MessagingException e) {
        LOG.warn("an appended message is shown but not stored", e);
      }
    }

    @Override
    public void expunged(int number) {}

    @Override
    public void flagsUpdated(int number, Flags flags, Long uid) {}

    @Override
    public void mailboxDeleted() {}
  }
}
