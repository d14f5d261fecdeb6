package dev.sendonce.message;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Bytes that were written once and can be read any number of times, by several threads. Closing
 * frees their memory or temporary file.
 */
public interface Content extends AutoCloseable {
  /** In bytes. */
  long size();

  /** SHA-256 in 64 hexadecimal digits. */
  String sha256();

  /** A fresh stream from the first byte; the caller closes it. */
  InputStream open() throws IOException;

  /** Frees what holds the bytes; {@link UncheckedIOException} when that fails. */
  @Override
  void close();
}
