package dev.sendonce.message;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Watches over the bytes of a frozen message: CRLF is the only line end, no line is longer than 998
 * octets, no NUL. What breaks this is a defect of the writer and must not be frozen.
 */
final class WireOutput extends OutputStream {
  private static final int LONGEST_LINE = 998;

  private final OutputStream out;
  private int column;
  private int previous = '\n';

  WireOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      check(bytes[i]);
    }
    out.write(bytes, offset, length);
  }

  private void check(int b) throws IOException {
    if (b == 0 || (b == '\n') != (previous == '\r')) {
      throw new IOException("A message would contain NUL or a line end other than CRLF.");
    }
    if (b == '\n') {
      column = 0;
    } else if (b != '\r' && ++column > LONGEST_LINE) {
      throw new IOException("A message would contain a line of more than 998 octets.");
    }
    previous = b;
  }

  /** Ends the last line, if it is open. */
  void endLine() throws IOException {
    if (previous == '\r') {
      write('\n');
    } else if (column > 0) {
      write(new byte[] {'\r', '\n'}, 0, 2);
    }
  }
}
