package dev.sendonce.lab.relay;

import static dev.sendonce.lab.relay.script.Script.named;
import static dev.sendonce.lab.relay.script.Step.fin;
import static dev.sendonce.lab.relay.script.Step.keep;
import static dev.sendonce.lab.relay.script.Step.pause;
import static dev.sendonce.lab.relay.script.Step.reply;
import static dev.sendonce.lab.relay.script.Step.rst;
import static dev.sendonce.lab.relay.script.Step.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.lab.relay.script.Point;
import dev.sendonce.lab.relay.script.Point.Place;
import dev.sendonce.lab.relay.script.Script;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultRelayTest {
  private static final String LETTER = "Message-ID: <1@x.test>\r\n\r\nHello\r\n";

  @TempDir private Path directory;
  private RelayUnderTest relay;

  @BeforeEach
  void start() throws IOException {
    relay = new RelayUnderTest(directory);
  }

  @AfterEach
  void stop() throws IOException {
    relay.close();
  }

  @Test
  void takesEverythingWithoutAScript() throws IOException {
    try (SmtpProbe probe = relay.probe()) {
      assertThat(probe.send("ann@x.test", LETTER)).startsWith("250 2.0.0 Ok: queued as ");
      assertThat(probe.command("QUIT")).startsWith("221");
      assertThat(probe.rest()).isEmpty();
    }
    assertThat(relay.bodies())
        .singleElement()
        .satisfies(
            body -> {
              assertThat(body.kept()).isTrue();
              assertThat(body.replyCode()).contains(250);
              assertThat(body.recipients()).containsExactly("ann@x.test");
              assertThat(relay.journal().content(body))
                  .isEqualTo(LETTER.getBytes(StandardCharsets.ISO_8859_1));
            });
    assertThat(relay.ends()).containsExactly("quit");
  }

  @Test
  void keepsTheLetterAndDropsTheLine() throws IOException {
    try (SmtpProbe probe = relay.probe()) {
      assertThatThrownBy(() -> probe.send("no-reply-kept@fault.test", LETTER))
          .isInstanceOf(EOFException.class)
          .hasMessage("closed after: ");
    }
    assertThat(relay.bodies())
        .singleElement()
        .satisfies(body -> assertThat(body.kept() && body.replyCode().isEmpty()).isTrue());
  }

  @Test
  void losesTheLetterAndDropsTheLine() throws IOException {
    try (SmtpProbe probe = relay.probe()) {
      assertThatThrownBy(() -> probe.send("no-reply-lost+7@fault.test", LETTER))
          .isInstanceOf(EOFException.class);
    }
    assertThat(relay.bodies()).singleElement().matches(body -> !body.kept());
  }

  @Test
  void resetsTheConnection() throws IOException {
    try (SmtpProbe probe = relay.probe()) {
      assertThatThrownBy(() -> probe.send("reset-kept@fault.test", LETTER))
          .isInstanceOf(SocketException.class);
    }
    assertThat(relay.bodies()).singleElement().matches(body -> body.kept());
  }

  @Test
  void keepsTheLetterAfterTheLineWasCut() throws IOException {
    relay.behaving(named("late", "").at(Place.DOT, fin(), pause(Duration.ofMillis(50)), keep()));
    try (SmtpProbe probe = relay.probe()) {
      assertThatThrownBy(() -> probe.send("ann@x.test", LETTER)).isInstanceOf(IOException.class);
    }
    assertThat(relay.bodies()).singleElement().matches(body -> body.kept());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 33, 34, 35})
  void failsAtAnyByteOfTheBody(int offset) throws IOException {
    relay.behaving(named("cut", "").at(Point.body(offset), rst()));
    try (SmtpProbe probe = relay.probe()) {
      probe.beginBody("sender@x.test", "ann@x.test");
      assertThatThrownBy(
              () -> {
                probe.write(LETTER + ".\r\n");
                probe.reply();
              })
          .isInstanceOf(IOException.class);
    }
    assertThat(relay.bodies()).isEmpty();
    assertThat(relay.ends()).containsExactly("script");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 21, 30})
  void failsAfterAnyByteItWrote(int offset) throws IOException {
    relay.behaving(named("cut", "").at(Point.written(offset), fin()));
    try (SmtpProbe probe = SmtpProbe.connect(relay.port())) {
      probe.write("EHLO probe.test\r\n");
      assertThat(probe.rest())
          .hasSize(offset)
          .startsWith("220 fault".substring(0, Math.min(offset, 9)));
    }
  }

  @Test
  void failsAfterAnyByteItRead() throws IOException {
    relay.behaving(named("cut", "").at(Point.read(2), fin()));
    try (SmtpProbe probe = SmtpProbe.connect(relay.port())) {
      probe.reply();
      probe.write("EH");
      assertThat(probe.rest()).isEmpty();
    }
  }

  @Test
  void goesOnReadingAfterAPauseWithinTheBody() throws IOException {
    relay.behaving(named("pause", "").at(Point.body(5), pause(Duration.ofMillis(30))));
    try (SmtpProbe probe = relay.probe()) {
      assertThat(probe.send("ann@x.test", LETTER)).startsWith("250");
    }
  }

  @Test
  void writesExactlyTheBytesOfTheScript() throws IOException {
    relay.behaving(named("odd", "").at(Place.DOT, say("25"), say("0-\0\u00ff\n"), fin()));
    try (SmtpProbe probe = relay.probe()) {
      probe.beginBody("sender@x.test", "ann@x.test");
      probe.write(LETTER + ".\r\n");
      assertThat(probe.rest()).isEqualTo("250-\0\u00ff\n");
    }
  }

  @Test
  void anAddressThatNamesNoScriptIsRefused() throws IOException {
    try (SmtpProbe probe = relay.probe()) {
      probe.command("MAIL FROM:<s@x.test>");
      assertThat(probe.command("RCPT TO:<no-such-script@fault.test>")).startsWith("550 5.1.1");
      assertThat(probe.command("DATA")).startsWith("554");
    }
  }

  @Test
  void theFirstRecipientThatWasTakenDecidesFromDataOn() throws IOException {
    try (SmtpProbe probe = relay.probe()) {
      probe.beginBody(
          "s@x.test", "550-rcpt@fault.test", "552-dot@fault.test", "no-reply-kept@fault.test");
      probe.write(LETTER + ".\r\n");
      assertThat(probe.reply()).startsWith("552");
    }
    assertThat(relay.bodies())
        .singleElement()
        .satisfies(
            body ->
                assertThat(body.recipients())
                    .containsExactly("552-dot@fault.test", "no-reply-kept@fault.test"));
  }

  @Test
  void aChosenScriptEndsWithTheNextMail() throws IOException {
    try (SmtpProbe probe = relay.probe()) {
      assertThat(probe.send("550-dot@fault.test", LETTER)).startsWith("550");
      assertThat(probe.send("ann@x.test", LETTER)).startsWith("250");
    }
  }

  @Test
  void countsPerLetter() throws IOException {
    String other = LETTER.replace("<1@", "<2@");
    try (SmtpProbe probe = relay.probe()) {
      String to = "451-twice-then-250@fault.test";
      assertThat(probe.send(to, LETTER)).startsWith("451");
      assertThat(probe.send(to, LETTER)).startsWith("451");
      assertThat(probe.send(to, other)).startsWith("451");
      assertThat(probe.send(to, LETTER)).startsWith("250");
      assertThat(probe.send(to, LETTER)).startsWith("250");
      assertThat(probe.send(to, other)).startsWith("451");
    }
  }

  @Test
  void countsEverySeventhRecipient() throws IOException {
    relay.behaving(relay.scripts().find("every-7th-450").orElseThrow());
    StringBuilder codes = new StringBuilder();
    try (SmtpProbe probe = relay.probe()) {
      probe.command("MAIL FROM:<s@x.test>");
      for (int i = 0; i < 14; i++) {
        codes.append(probe.command("RCPT TO:<r" + i + "@x.test>").charAt(0));
      }
    }
    assertThat(codes).hasToString("22222242222224");
  }

  @Test
  void queuedScriptsGovernTheNextConnectionsOnly() throws IOException {
    Script busy = relay.scripts().find("greeting-421").orElseThrow();
    relay.scripts().useNext(busy, 2);
    for (String greeting : new String[] {"421", "421", "220"}) {
      try (SmtpProbe probe = SmtpProbe.connect(relay.port())) {
        assertThat(probe.reply()).startsWith(greeting);
      }
    }
  }

  @Test
  void speaksUnaskedIntoAnIdleConnection() throws IOException {
    relay.behaving(named("idle", "").at(Point.idle(400), reply("421 4.4.2 Too slow"), fin()));
    try (SmtpProbe probe = relay.probe()) {
      assertThat(probe.rest()).isEqualTo("421 4.4.2 Too slow\r\n");
    }
  }

  @Test
  void keepsTheOrderOfCommands() throws IOException {
    try (SmtpProbe probe = SmtpProbe.connect(relay.port())) {
      probe.reply();
      assertThat(probe.command("MAIL FROM:<s@x.test>")).startsWith("503");
      probe.command("EHLO probe.test");
      assertThat(probe.command("RCPT TO:<a@x.test>")).startsWith("503");
      assertThat(probe.command("DATA")).startsWith("503");
      assertThat(probe.command("BDAT 3 LAST")).startsWith("500");
      assertThat(probe.command("MAIL FROM:<s@x.test> SIZE=99999999999")).startsWith("552");
      assertThat(probe.command("MAIL FROM:<>")).startsWith("250");
      assertThat(probe.command("MAIL FROM:<s@x.test>")).startsWith("503");
      assertThat(probe.command("RCPT TO:nobody")).startsWith("501");
    }
  }
}
