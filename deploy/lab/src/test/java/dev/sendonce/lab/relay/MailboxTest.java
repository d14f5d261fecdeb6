package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailboxTest {
  private static final String LETTER =
      "Message-ID: <1@x.test>\r\nSubject: gr\u00fc\u00dfe\r\n\r\n..two dots\r\nbare \r and \n\r\n";
  private static final String UNSTUFFED = LETTER.replace("..two", ".two");
  private static final String FROM = "sender@example.test";

  @TempDir private Path directory;

  @Test
  void showsTheLetterByteForByte() throws Exception {
    try (Mailbox mailbox = start(options())) {
      send(mailbox, "ann@x.test");
      assertThat(folder(mailbox, "ann@x.test", "INBOX")).containsExactly(UNSTUFFED);
      assertThat(folder(mailbox, FROM, "Sent")).containsExactly(UNSTUFFED);
      assertThat(folder(mailbox, "bob@x.test", "INBOX")).isEmpty();
    }
  }

  @Test
  void filesNoSentCopiesWhenToldSo() throws Exception {
    Mailbox.Options o = options();
    try (Mailbox mailbox =
        start(new Mailbox.Options(o.directory(), o.relay(), 0, 0, Optional.empty(), false))) {
      send(mailbox, "ann@x.test");
      assertThat(folder(mailbox, FROM, "Sent")).isEmpty();
      assertThat(folder(mailbox, "ann@x.test", "INBOX")).hasSize(1);
    }
  }

  @Test
  void showsWhatWasKeptAlthoughTheLineWasCut() throws Exception {
    try (Mailbox mailbox = start(options())) {
      assertThatThrownBy(() -> send(mailbox, "no-reply-kept@fault.test"))
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> send(mailbox, "no-reply-lost@fault.test"))
          .isInstanceOf(IOException.class);
      assertThat(folder(mailbox, "no-reply-kept@fault.test", "INBOX")).hasSize(1);
      assertThat(folder(mailbox, "no-reply-lost@fault.test", "INBOX")).isEmpty();
      assertThat(folder(mailbox, FROM, "Sent")).hasSize(1);
    }
  }

  @Test
  void continuesWithItsMailAfterARestart() throws Exception {
    try (Mailbox mailbox = start(options())) {
      send(mailbox, "Ann+tag@X.test");
      append(mailbox, FROM, "Message-ID: <own@x.test>\r\n\r\nOwn copy\r\n");
    }
    try (Mailbox mailbox = start(options())) {
      send(mailbox, "ann+tag@x.test");
      assertThat(folder(mailbox, "ann+tag@x.test", "INBOX")).hasSize(2);
      assertThat(folder(mailbox, FROM, "Sent"))
          .hasSize(3)
          .contains("Message-ID: <own@x.test>\r\n\r\nOwn copy\r\n");
    }
  }

  @Test
  void demandsThePasswordWhenThereIsOne() throws Exception {
    Mailbox.Options o = options();
    try (Mailbox mailbox =
        start(new Mailbox.Options(o.directory(), o.relay(), 0, 0, Optional.of("secret"), true))) {
      assertThat(folder(mailbox, "new@x.test", "INBOX", "secret")).isEmpty();
      assertThatThrownBy(() -> folder(mailbox, "new@x.test", "INBOX", "wrong"))
          .isInstanceOf(AuthenticationFailedException.class);
    }
  }

  @Test
  void twoMailboxesCannotShareADirectory() throws Exception {
    try (Mailbox first = start(options())) {
      assertThat(first.imapPort()).isPositive();
      assertThatThrownBy(() -> start(options()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by another mailbox");
    }
  }

  @Test
  void saysWhichPortIsTaken() throws Exception {
    try (Mailbox first = start(options())) {
      Mailbox.Options o = Mailbox.Options.in(directory.resolve("other"));
      Mailbox.Options taken =
          new Mailbox.Options(
              o.directory(),
              o.relay().withAddress("127.0.0.1", first.relay().port()),
              0,
              0,
              o.password(),
              true);
      assertThatThrownBy(() -> start(taken))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(Integer.toString(first.relay().port()));
      Mailbox.Options imapTaken =
          new Mailbox.Options(o.directory(), o.relay(), first.imapPort(), 0, o.password(), true);
      assertThatThrownBy(() -> start(imapTaken))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(Integer.toString(first.imapPort()));
    }
  }

  private Mailbox.Options options() {
    return Mailbox.Options.in(directory);
  }

  private static Mailbox start(Mailbox.Options options) throws IOException {
    return Mailbox.start(options, Clock.systemUTC());
  }

  private static void send(Mailbox mailbox, String recipient) throws IOException {
    try (SmtpProbe probe = SmtpProbe.greet(mailbox.relay().port())) {
      assertThat(probe.send(recipient, LETTER)).startsWith("250");
    }
  }

  private static List<String> folder(Mailbox mailbox, String user, String name) throws Exception {
    return folder(mailbox, user, name, "any");
  }

  static List<String> folder(Mailbox mailbox, String user, String name, String password)
      throws Exception {
    return folder(mailbox.imapPort(), user, name, password);
  }

  static List<String> folder(int port, String user, String name, String password) throws Exception {
    try (Store store = connect(port, user, password);
        Folder folder = store.getFolder(name)) {
      folder.open(Folder.READ_ONLY);
      List<String> found = new ArrayList<>();
      for (Message message : folder.getMessages()) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        message.writeTo(out);
        found.add(out.toString(StandardCharsets.ISO_8859_1));
      }
      return found;
    }
  }

  private static void append(Mailbox mailbox, String user, String octets) throws Exception {
    try (Store store = connect(mailbox.imapPort(), user, "any")) {
      Message message =
          new MimeMessage(
              (Session) null,
              new ByteArrayInputStream(octets.getBytes(StandardCharsets.ISO_8859_1)));
      store.getFolder("Sent").appendMessages(new Message[] {message});
    }
  }

  private static Store connect(int port, String user, String password) throws MessagingException {
    Store store = Session.getInstance(new Properties()).getStore("imap");
    store.connect("127.0.0.1", port, user, password);
    return store;
  }
}
