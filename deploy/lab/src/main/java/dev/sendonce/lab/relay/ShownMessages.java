package dev.sendonce.lab.relay;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeMessage;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Letters as IMAP shows them. The IMAP server keeps all in memory, so what is not small is shown
 * whole only while its share lasts, and after that with its own header fields and a note in place
 * of its content. Thread-safe.
 */
final class ShownMessages {
  /** Always shown whole. */
  private static final long SMALL = 256 * 1024;

  private final Session session;
  private final AtomicLong left;

  /**
   * @param bytes for everything that is not small
   */
  ShownMessages(Session session, long bytes) {
    this.session = session;
    this.left = new AtomicLong(bytes);
  }

  /** The letter in a file, to be shown once. */
  MimeMessage message(Path file) throws IOException, MessagingException {
    long size = Files.size(file);
    if (size > SMALL && left.addAndGet(-size) < 0) {
      left.addAndGet(size);
      return new MimeMessage(session, new ByteArrayInputStream(shortened(file, size)));
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new MimeMessage(session, in);
    }
  }

  private static byte[] shortened(Path file, long size) throws IOException, MessagingException {
    InternetHeaders headers;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      headers = new InternetHeaders(in);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> lines = Collections.list(headers.getAllHeaderLines());
    for (String line : lines) {
      String name = line.toLowerCase(Locale.ROOT);
      if (!name.startsWith("content-") && !name.startsWith("mime-version")) {
        out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
      }
    }
    String note =
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
            + "Content-Transfer-Encoding: 8bit\r\nX-Mailbox-Shortened: "
            + size
            + "\r\n\r\nThis letter has "
            + size
            + " bytes, too many to be shown here. It lies in\r\n"
            + file.toAbsolutePath()
            + "\r\n";
    out.write(note.getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }
}
