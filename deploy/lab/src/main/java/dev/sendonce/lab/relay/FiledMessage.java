package dev.sendonce.lab.relay;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A message whose content stays in its file and is read each time that somebody wants it, so that
 * mailboxes full of large letters fit into little memory.
 */
final class FiledMessage extends MimeMessage {
  /** Smaller ones are quicker in memory. */
  private static final int SMALL = 64 * 1024;

  private static final byte[] EMPTY_LINE = {'\r', '\n', '\r', '\n'};

  private final Path file;
  private final long begin;

  private FiledMessage(Session session, Path file, byte[] headerSection) throws MessagingException {
    super(session);
    this.file = file;
    this.begin = headerSection.length;
    this.headers = new InternetHeaders(new ByteArrayInputStream(headerSection));
    this.modified = false;
    this.saved = true;
  }

  /** The message in a file, which must not change; of a small one, a copy in memory. */
  static MimeMessage read(Session session, Path file) throws MessagingException, IOException {
    if (Files.size(file) > SMALL) {
      byte[] start = new byte[SMALL];
      try (InputStream in = Files.newInputStream(file)) {
        int end = endOfHeaders(start, in.readNBytes(start, 0, SMALL));
        if (end > 0) {
          return new FiledMessage(session, file, Arrays.copyOf(start, end));
        }
      }
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new MimeMessage(session, in);
    }
  }

  private static int endOfHeaders(byte[] bytes, int length) {
    for (int i = 0; i + EMPTY_LINE.length <= length; i++) {
      if (Arrays.equals(bytes, i, i + EMPTY_LINE.length, EMPTY_LINE, 0, EMPTY_LINE.length)) {
        return i + EMPTY_LINE.length;
      }
    }
    return -1;
  }

  @Override
  protected InputStream getContentStream() throws MessagingException {
    try {
      InputStream in = Files.newInputStream(file);
      in.skipNBytes(begin);
      return in;
    } catch (IOException e) {
      throw new MessagingException("the file of a letter cannot be read", e);
    }
  }

  @Override
  public int getSize() {
    try {
      return Math.toIntExact(Files.size(file) - begin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
