package dev.sendonce.evidence.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.evidence.ImapLocation;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.search.MessageIDTerm;
import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.angus.mail.iap.Argument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ImapClientTest {
  private final Watchdog watchdog = new Watchdog();
  private ScriptedImap imap;

  @BeforeEach
  void startServer() throws IOException {
    imap = new ScriptedImap();
    imap.folder("Sent", "\\Sent").add("Message-ID: <a@example.org>");
  }

  @AfterEach
  void stopServer() throws IOException {
    imap.close();
    watchdog.close();
  }

  private <T> T call(Duration limit, ImapClient.Conversation<T> conversation)
      throws MessagingException {
    return new ImapClient(imap.location(), watchdog).call(limit, conversation);
  }

  @Test
  @Timeout(10)
  void aSilentServerIsLeftInTime() {
    imap.misbehave((c, m) -> c.startsWith("EXAMINE") ? ScriptedImap.SILENCE : null);
    assertThatThrownBy(() -> call(Duration.ofMillis(700), s -> s.examine("Sent")))
        .isInstanceOf(MessagingException.class);
  }

  @Test
  @Timeout(10)
  void aServerThatDribblesIsLeftInTimeToo() {
    // every answer comes at once and promises another: no read ever times out
    imap.misbehave((c, m) -> c.startsWith("EXAMINE") ? "* OK wait\r\nTAG OK done\r\n" : null);
    assertThatThrownBy(
            () ->
                call(
                    Duration.ofMillis(700),
                    s -> {
                      while (true) {
                        s.examine("Sent");
                      }
                    }))
        .hasMessageContaining("no complete answer");
  }

  @Test
  void everyConversationHasAConnectionOfItsOwn() throws MessagingException {
    AtomicInteger logins = new AtomicInteger();
    imap.misbehave(
        (c, m) -> {
          if (c.startsWith("LOGIN")) {
            logins.incrementAndGet();
          }
          return null;
        });
    call(Duration.ofSeconds(5), s -> s.examine("Sent"));
    call(Duration.ofSeconds(5), s -> s.examine("Sent"));
    assertThat(logins).hasValue(2);
  }

  @Test
  void aRefusedSearchIsAnException() {
    imap.misbehave((c, m) -> c.contains("SEARCH") ? "TAG NO [UNAVAILABLE] later\r\n" : null);
    assertThatThrownBy(
            () ->
                call(
                    Duration.ofSeconds(5),
                    s -> {
                      s.examine("Sent");
                      Argument criteria = new Argument();
                      criteria.writeAtom("ALL");
                      return s.search(criteria);
                    }))
        .isInstanceOf(MessagingException.class)
        .hasMessageContaining("UNAVAILABLE");
  }

  @Test
  void theLibrarysOwnSearchTurnsTheSameRefusalIntoNothingFound() throws MessagingException {
    // the twin: this is why probes do not use it
    imap.misbehave((c, m) -> c.contains("SEARCH") || c.contains("FETCH") ? "TAG NO no\r\n" : null);
    Store store = Session.getInstance(new Properties()).getStore("imap");
    ImapLocation at = imap.location();
    store.connect(at.host(), at.port(), at.user(), at.password());
    Folder folder = store.getFolder("Sent");
    folder.open(Folder.READ_ONLY);
    Message[] found = folder.search(new MessageIDTerm("<a@example.org>"));
    assertThat(found).isEmpty();
    store.close();
  }
}
