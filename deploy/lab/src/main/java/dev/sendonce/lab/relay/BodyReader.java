package dev.sendonce.lab.relay;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Reads the body of DATA up to its end and undoes dot-stuffing (RFC 5321, 4.5.2).
 *
 * <p>Only CRLF ends a line, so only CRLF.CRLF, or .CRLF right after the 354, is end of data. Every
 * other sequence with a dot, bare CR or bare LF is content, whatever lenient servers make of it.
 */
final class BodyReader {
  /** Called before a byte is read, with the number of bytes of the body read so far. */
  @FunctionalInterface
  interface Progress {
    void beforeByte(long offset) throws IOException;
  }

  /** Where the bytes come from. */
  @FunctionalInterface
  interface Octets {
    /** The next byte; the end of the stream is an exception. */
    int read() throws IOException;
  }

  private enum State {
    LINE_START,
    /** A dot at the start of a line, not yet written. */
    DOT,
    /** A dot and a CR at the start of a line, neither written. */
    DOT_CR,
    CR,
    INSIDE
  }

  private final Octets wire;
  private final Progress progress;
  private final OutputStream body;
  private State state = State.LINE_START;

  /**
   * @param body takes what was un-stuffed, octet by octet
   */
  BodyReader(Octets wire, Progress progress, OutputStream body) {
    this.wire = wire;
    this.progress = progress;
    this.body = body;
  }

  /** Ends only after the whole end of data was read. */
  void read() throws IOException {
    long offset = 0;
    do {
      progress.beforeByte(offset++);
    } while (!endedBy(wire.read()));
  }

  private boolean endedBy(int octet) throws IOException {
    switch (state) {
      case LINE_START -> {
        if (octet == '.') {
          state = State.DOT;
          return false;
        }
      }
      case DOT -> {
        if (octet == '\r') {
          state = State.DOT_CR;
          return false;
        }
        // A stuffed dot: it is dropped, the octet after it is kept.
      }
      case DOT_CR -> {
        if (octet == '\n') {
          return true;
        }
        // ".\r" and anything else: the dot was a stuffed one, the CR is content.
        body.write('\r');
        state = State.CR;
      }
      case CR, INSIDE -> {}
    }
    take(octet);
    return false;
  }

  private void take(int octet) throws IOException {
    body.write(octet);
    if (octet == '\n' && state == State.CR) {
      state = State.LINE_START;
    } else {
      state = octet == '\r' ? State.CR : State.INSIDE;
    }
  }
}
