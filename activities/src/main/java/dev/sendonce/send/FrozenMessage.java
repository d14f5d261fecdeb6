package dev.sendonce.send;

import java.io.IOException;
import java.io.InputStream;

/**
 * The exact bytes that go on the wire, built once at acceptance: CRLF line ends only, ending with
 * CRLF, no Bcc.
 */
public interface FrozenMessage {
  /** With angle brackets. */
  String messageId();

  /** {@code sha256:} and 64 hexadecimal digits, over all bytes. */
  String digest();

  /** In bytes, before dot-stuffing. */
  long size();

  /** A fresh stream from the first byte; the caller closes it. */
  InputStream open() throws IOException;
}
