package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.ImapLocation;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.imap.IMAPFolder;

/**
 * Talks to one IMAP account, each time over a fresh connection: a mailbox that stays selected may
 * show a stale view, and a fresh one never does. Thread-safe; at most four conversations at once.
 */
public final class ImapClient {
  private static final int CONVERSATIONS = 4;
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration READ = Duration.ofSeconds(20);

  private final ImapLocation location;
  private final Watchdog watchdog;
  private final Semaphore places = new Semaphore(CONVERSATIONS, true);

  public ImapClient(ImapLocation location, Watchdog watchdog) {
    this.location = location;
    this.watchdog = watchdog;
  }

  /** What is to be done over a connection. */
  @FunctionalInterface
  public interface Conversation<T> {
    /** May throw what the server's NO, BAD, BYE and silence are turned into. */
    T over(ImapSession session) throws ProtocolException, MessagingException;
  }

  /**
   * Connects, logs in, runs the conversation, disconnects.
   *
   * @param limit everything together takes no longer
   * @throws MessagingException for everything that went wrong; NO, BAD, a lost connection and
   *     silence are never turned into an empty answer
   */
  public <T> T call(Duration limit, Conversation<T> conversation) throws MessagingException {
    long end = System.nanoTime() + limit.toNanos();
    takePlace(limit);
    RawSockets sockets = new RawSockets();
    ScheduledFuture<?> alarm =
        watchdog.after(Duration.ofNanos(Math.max(1, end - System.nanoTime())), sockets::closeAll);
    try {
      return converse(session(limit, sockets), conversation);
    } catch (MessagingException e) {
      if (sockets.isClosed()) {
        throw new MessagingException("no complete answer within " + limit.toSeconds() + " s", e);
      }
      throw e;
    } finally {
      alarm.cancel(false);
      sockets.closeAll();
      places.release();
    }
  }

  private <T> T converse(Session session, Conversation<T> conversation) throws MessagingException {
    Store store = session.getStore(protocol());
    try {
      store.connect(location.host(), location.port(), location.user(), location.password());
      IMAPFolder root = (IMAPFolder) store.getDefaultFolder();
      Result<T> result = new Result<>();
      root.doCommand(
          protocol -> {
            try {
              result.value = conversation.over(new ImapSession(protocol));
            } catch (MessagingException e) {
              throw new ProtocolException(e.getMessage(), e);
            }
            return null;
          });
      return result.value;
    } finally {
      store.close();
    }
  }

  private static final class Result<T> {
    private T value;
  }

  private void takePlace(Duration limit) throws MessagingException {
    try {
      if (!places.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new MessagingException("too many conversations with this mailbox already");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MessagingException("interrupted", e);
    }
  }

  private String protocol() {
    return location.security() == ImapLocation.Security.TLS ? "imaps" : "imap";
  }

  private Session session(Duration limit, RawSockets sockets) {
    String prefix = "mail." + protocol() + ".";
    Properties p = new Properties();
    p.put(prefix + "socketFactory", sockets);
    p.setProperty(prefix + "socketFactory.fallback", "false");
    p.setProperty(prefix + "connectiontimeout", millis(CONNECT, limit));
    p.setProperty(prefix + "timeout", millis(READ, limit));
    p.setProperty(prefix + "starttls.enable", starttls());
    p.setProperty(prefix + "starttls.required", starttls());
    p.setProperty(prefix + "ssl.checkserveridentity", "true");
    return Session.getInstance(p);
  }

  private String starttls() {
    return Boolean.toString(location.security() == ImapLocation.Security.STARTTLS);
  }

  private static String millis(Duration wanted, Duration limit) {
    return Long.toString((wanted.compareTo(limit) < 0 ? wanted : limit).toMillis());
  }
}
