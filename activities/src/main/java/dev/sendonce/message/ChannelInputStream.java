package dev.sendonce.message;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Objects;

/** Reads a file from its beginning with a position of its own; closing leaves the file open. */
final class ChannelInputStream extends InputStream {
  private static final int CHUNK = 64 * 1024;

  private final FileChannel file;
  private final long size;
  private final ByteBuffer buffer = ByteBuffer.allocate(CHUNK).limit(0);
  private long position;

  ChannelInputStream(FileChannel file, long size) {
    this.file = file;
    this.size = size;
  }

  @Override
  public int read() throws IOException {
    return fill() ? buffer.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, buffer.remaining());
    buffer.get(bytes, offset, count);
    return count;
  }

  private boolean fill() throws IOException {
    if (buffer.hasRemaining()) {
      return true;
    }
    if (position >= size) {
      return false;
    }
    buffer.clear().limit((int) Math.min(CHUNK, size - position));
    int count = file.read(buffer, position);
    buffer.flip();
    if (count <= 0) {
      throw new IOException("The temporary file ended " + (size - position) + " bytes too early.");
    }
    position += count;
    return true;
  }
}
