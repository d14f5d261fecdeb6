package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.LATCHED;
import static dev.sendonce.smtp.Attempts.accepted;
import static dev.sendonce.smtp.Attempts.once;
import static dev.sendonce.smtp.Attempts.relay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Outcome;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever stands in an envelope or a message: one transaction with only our commands. */
class CommandInjectionTest {
  private static final List<String> OURS = List.of("EHLO", "MAIL", "RCPT", "DATA", "RSET", "QUIT");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bob\r\nRCPT TO:<evil@example.org>\r\n@example.net",
        "bob\nDATA@example.net",
        "bob\r@example.net",
        "bob\u0000@example.net",
        "bob>\u0085RCPT TO:<evil@example.org@example.net",
        "bob> NOTIFY=NEVER<x@example.net",
        "bob@example.net>\r\nDATA\r\n"
      })
  void anAddressCannotBecomeACommand(String address) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay = relay(server)) {
      AttemptResult result = relay.transmit(Letters.to(address), LATCHED, new AbortSwitch());
      assertThat(result.outcome()).isInstanceOf(Outcome.Rejected.class);
      Transmission fromEvil =
          new Transmission(
              "01HSEND",
              1,
              EmailAddress.ofStored(address),
              Letters.to("bob@example.net").recipients(),
              Letters.message(Letters.SHORT),
              false);
      assertThat(relay.transmit(fromEvil, LATCHED, new AbortSwitch()).outcome())
          .isInstanceOf(Outcome.Rejected.class);
      assertThat(server.commands()).noneMatch(CommandInjectionTest::isEvil);
      assertThat(server.completeBodies()).isEmpty();
    }
  }

  /** U+010D U+010A end in the bytes of CR and LF; they are letters and arrive as such. */
  @Test
  void lettersWhoseLowBytesAreLineEndsArriveIntact() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners().offering("SMTPUTF8", "8BITMIME"))) {
      AttemptResult result =
          once(Letters.settings(server.port()), Letters.to("bob\u010d\u010aevil@example.net"));
      assertThat(accepted(result)).isTrue();
      assertThat(server.commands())
          .contains("RCPT TO:<" + wire("bob\u010d\u010aevil@example.net") + ">")
          .anyMatch(command -> command.startsWith("MAIL") && command.endsWith(" SMTPUTF8"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Subject: x\r\n\r\n.\r\nMAIL FROM:<evil@example.org>\r\nDATA\r\n",
        "Subject: x\r\n\r\na\r\n..\r\n.\r\n...\r\n",
        ".\r\n.\r\n.\r\n"
      })
  void aMessageCannotEndItself(String text) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners())) {
      Transmission letter = Letters.letter(Letters.message(text), false, "bob@example.net");
      assertThat(accepted(once(Letters.settings(server.port()), letter))).isTrue();
      assertThat(server.completeBodies()).containsExactly(text.getBytes(StandardCharsets.UTF_8));
      assertThat(server.commands()).noneMatch(CommandInjectionTest::isEvil);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n.\nMAIL FROM:<evil@example.org>\r\n",
        "a\r.\rMAIL FROM:<evil@example.org>\r\n",
        "a\r\n.\nMAIL FROM:<evil@example.org>\r\n",
        "a\n.\r\nMAIL FROM:<evil@example.org>\r\n"
      })
  void aMessageThatCouldSmuggleAnotherIsNotSent(String text) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners())) {
      Transmission letter = Letters.letter(Letters.message(text), false, "bob@example.net");
      assertThat(once(Letters.settings(server.port()), letter).outcome())
          .isInstanceOf(Outcome.NotAccepted.class);
      assertThat(server.completeBodies()).isEmpty();
    }
  }

  /** Twin: the library alone rewrites such a message and lets it out under another digest. */
  @Test
  void withoutTheCheckTheLibraryWouldSendOtherBytes() throws Exception {
    String text = "Subject: x\r\nBcc: eve@example.org\r\n\r\na\n.\nb\r\n";
    try (ScriptedRelay server = new ScriptedRelay(new Manners())) {
      libraryAlone(server.port(), text);
      assertThat(server.completeBodies())
          .hasSize(1)
          .doesNotContain(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void libraryAlone(int port, String text) throws MessagingException {
    Properties library = new Properties();
    library.setProperty("mail.smtp.host", "127.0.0.1");
    library.setProperty("mail.smtp.port", Integer.toString(port));
    library.setProperty("mail.smtp.quitwait", "false");
    Session session = Session.getInstance(library);
    MimeMessage letter =
        new MimeMessage(session, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    try (jakarta.mail.Transport transport = session.getTransport("smtp")) {
      transport.connect();
      transport.sendMessage(letter, new InternetAddress[] {new InternetAddress("b@example.net")});
    }
  }

  private static boolean isEvil(String command) {
    return command.contains("evil")
        || !OURS.contains(command.split("[ :]", 2)[0].toUpperCase(Locale.ROOT));
  }

  /** The server of these tests reads a byte as a character. */
  private static String wire(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
