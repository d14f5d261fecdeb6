package dev.sendonce.message;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeUtility;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** A text in UTF-8 with CRLF line ends, in the transfer encoding that suits it. */
final class TextPart implements MimePart {
  private enum Encoding {
    SEVEN_BIT("7bit"),
    QUOTED_PRINTABLE("quoted-printable"),
    BASE64("base64");

    private final String token;

    Encoding(String token) {
      this.token = token;
    }
  }

  /** Longer lines are legal up to 998, but some relays break them. */
  private static final int LONGEST_LINE = 900;

  private final String subtype;
  private final String text;
  private final Encoding encoding;

  TextPart(String subtype, String text) {
    this.subtype = subtype;
    this.text = text;
    this.encoding = encodingOf(text);
  }

  @Override
  public String contentFields() {
    return new HeaderFields()
        .tokens("Content-Type", List.of("text/" + subtype + ";", "charset=utf-8"))
        .tokens("Content-Transfer-Encoding", List.of(encoding.token))
        .toString();
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (encoding == Encoding.QUOTED_PRINTABLE) {
      QuotedPrintable.write(text, out);
      return;
    }
    try {
      OutputStream encoded = MimeUtility.encode(new Unclosed(out), encoding.token);
      Writer writer = new OutputStreamWriter(encoded, StandardCharsets.UTF_8);
      writer.write(text);
      writer.close();
    } catch (MessagingException e) {
      throw new IOException("No encoder for " + encoding.name().toLowerCase(Locale.ROOT), e);
    }
  }

  private static Encoding encodingOf(String text) {
    long octets = 0;
    long beyondAscii = 0;
    boolean plain = true;
    int lineStart = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      octets++;
      if (c == '\n') {
        plain &= isPlainLine(text, lineStart, i - 1);
        lineStart = i + 1;
      } else if (c >= 0x7f) {
        plain = false;
        beyondAscii++;
      }
    }
    plain &= isPlainLine(text, lineStart, text.length());
    if (plain) {
      return Encoding.SEVEN_BIT;
    }
    return beyondAscii * 5 > octets ? Encoding.BASE64 : Encoding.QUOTED_PRINTABLE;
  }

  /** No line that somebody on the way might break, trim, escape or take for a boundary. */
  private static boolean isPlainLine(String text, int start, int end) {
    int length = end - start;
    if (length <= 0) {
      return true;
    }
    char last = text.charAt(end - 1);
    return length <= LONGEST_LINE
        && last != ' '
        && last != '\t'
        && !text.startsWith("From ", start)
        && !text.startsWith(Multipart.BOUNDARY_LINE, start);
  }

  /** Encoders write their last characters when they are closed; the message goes on. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }
}
