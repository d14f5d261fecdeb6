package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.lab.relay.journal.Journal;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mailbox as its own process, killed. */
class MailboxProcessTest {
  private static final Pattern READY =
      Pattern.compile(
          "mailbox ready: smtp 127\\.0\\.0\\.1:(\\d+), imap 127\\.0\\.0\\.1:(\\d+), admin .*");

  @TempDir private Path directory;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void losesNothingThatItAcknowledgedWhenItIsKilled() throws Exception {
    Matcher ports = start();
    int acknowledged = 0;
    try (SmtpProbe probe = SmtpProbe.greet(Integer.parseInt(ports.group(1)))) {
      while (acknowledged < 20) {
        String letter = "Message-ID: <" + acknowledged + "@x.test>\r\n\r\nHello\r\n";
        assertThat(probe.send("ann@x.test", letter)).startsWith("250");
        acknowledged++;
      }
      started.get(0).destroyForcibly().waitFor();
    }
    assertThat(Journal.read(Mailbox.journal(directory)).bodies())
        .hasSize(acknowledged)
        .allMatch(body -> body.kept());
    int imap = Integer.parseInt(start().group(2));
    assertThat(MailboxTest.folder(imap, "ann@x.test", "INBOX", "any")).hasSize(acknowledged);
    assertThat(MailboxTest.folder(imap, "sender@example.test", "Sent", "any"))
        .hasSize(acknowledged);
  }

  @Test
  void endsInOrderWhenToldTo() throws Exception {
    start();
    Process process = started.get(0);
    process.destroy();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void saysInOneSentenceWhyItCannotStart() throws Exception {
    int taken = Integer.parseInt(start().group(1));
    Process second = launch("--dir", directory.resolve("other").toString(), "--smtp-port=" + taken);
    try (BufferedReader out = second.inputReader()) {
      assertThat(out.lines())
          .singleElement()
          .asString()
          .startsWith("mailbox: ")
          .contains(Integer.toString(taken));
    }
    assertThat(second.waitFor()).isEqualTo(1);
  }

  private Matcher start() throws IOException {
    Process process = launch("--dir", directory.toString(), "--smtp-port=0");
    String line = process.inputReader().readLine();
    Matcher ready = READY.matcher(String.valueOf(line));
    assertThat(ready.matches()).as("first line: %s", line).isTrue();
    return ready;
  }

  private Process launch(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(MailboxMain.class.getName());
    command.addAll(List.of("--imap-port=0", "--admin-port=0"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    started.add(process);
    return process;
  }
}
