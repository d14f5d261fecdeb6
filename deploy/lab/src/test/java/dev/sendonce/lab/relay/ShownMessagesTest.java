package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShownMessagesTest {
  private static final int LARGE = 300 * 1024;

  @TempDir private Path directory;
  private final ShownMessages shown =
      new ShownMessages(Session.getInstance(new Properties()), LARGE + 1);

  @Test
  void showsLettersWholeWhileMemoryLasts() throws Exception {
    Path file = letter(LARGE);

    assertThat(shown.message(file).getContent().toString()).hasSizeGreaterThan(LARGE - 200);
    MimeMessage second = shown.message(file);

    assertThat(second.getHeader("Message-ID", null)).isEqualTo("<1@shop.example>");
    assertThat(second.getHeader("X-Mailbox-Shortened")).isNotNull();
    assertThat(second.getContent().toString()).contains(file.toString());
  }

  @Test
  void alwaysShowsSmallOnesWhole() throws Exception {
    Path file = letter(1000);
    for (int i = 0; i < 5000; i++) {
      assertThat(shown.message(file).getHeader("X-Mailbox-Shortened")).isNull();
    }
  }

  private Path letter(int size) throws Exception {
    String head =
        String.join(
            "\r\n",
            "Message-ID: <1@shop.example>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain;",
            " charset=us-ascii",
            "",
            "");
    return Files.writeString(
        directory.resolve("letter-" + size), head + "x".repeat(size - head.length() - 2) + "\r\n");
  }
}
