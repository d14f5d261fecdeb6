package dev.sendonce.evidence.imap;

import dev.sendonce.send.FrozenMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.angus.mail.iap.Literal;

/** The frozen bytes with one header field in front, as an IMAP literal; streams, keeps nothing. */
final class MarkedCopy implements Literal {
  private final FrozenMessage message;
  private final byte[] mark;

  MarkedCopy(FrozenMessage message, String field) {
    this.message = message;
    mark = (field + ": yes\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public int size() {
    return Math.toIntExact(mark.length + message.size());
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(mark);
    try (InputStream in = message.open()) {
      in.transferTo(out);
    }
  }
}
