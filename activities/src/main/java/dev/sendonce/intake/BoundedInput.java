package dev.sendonce.intake;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;

/**
 * Lets at most so many bytes of a request through. It remembers the last ones and can give some
 * again, because after a defect inside a string the reader has to know whether the string had
 * ended.
 */
final class BoundedInput extends FilterInputStream {
  private final long limit;
  private InputStream again = InputStream.nullInputStream();
  private long delivered;
  private byte[] chunk = new byte[8192];
  private int chunkLength;
  private byte beforeChunk;

  BoundedInput(InputStream in, long limit) {
    super(in);
    this.limit = limit;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = again.read(bytes, offset, length);
    if (count <= 0) {
      count = super.read(bytes, offset, length);
    }
    if (count > 0) {
      delivered += count;
      if (delivered > limit) {
        throw new LimitExceededException(
            "The request is larger than the limit of " + limit + " bytes.");
      }
      beforeChunk = chunkLength == 0 ? 0 : chunk[chunkLength - 1];
      chunk = chunk.length < count ? new byte[count] : chunk;
      System.arraycopy(bytes, offset, chunk, 0, count);
      chunkLength = count;
    }
    return count;
  }

  /** These bytes come next, before anything else. */
  void unread(byte[] bytes) {
    again = new SequenceInputStream(new ByteArrayInputStream(bytes), again);
  }

  /** True when the byte in front of this position is a quote that no backslash escapes. */
  boolean isClosingQuoteBefore(long position) {
    return byteAt(position - 1) == '"' && byteAt(position - 2) != '\\';
  }

  private byte byteAt(long position) {
    long index = position - (delivered - chunkLength);
    if (index == -1) {
      return beforeChunk;
    }
    return index < 0 || index >= chunkLength ? 0 : chunk[(int) index];
  }
}
