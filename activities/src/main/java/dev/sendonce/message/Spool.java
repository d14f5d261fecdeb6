package dev.sendonce.message;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Set;
import java.util.UUID;

/**
 * A stream that keeps what is written: in memory up to a threshold, from there on in a temporary
 * file without a name, which the operating system removes even when the process is killed. The
 * digest is computed on the way. Not thread-safe; the {@link Content} it ends in is.
 */
public final class Spool extends OutputStream {
  private static final int MEMORY_LIMIT = 256 * 1024;
  private static final Set<StandardOpenOption> ANONYMOUS =
      Set.of(
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);

  private final Path directory;
  private final MessageDigest digest = Sha256.start();
  private ByteArrayOutputStream memory = new ByteArrayOutputStream(1024);
  private FileChannel file;
  private long size;
  private boolean finished;

  /**
   * An empty spool.
   *
   * @param directory where the temporary file is made when one is needed
   */
  public Spool(Path directory) {
    this.directory = directory;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (finished) {
      throw new IOException("The spool is finished.");
    }
    digest.update(bytes, offset, length);
    size += length;
    if (file == null && size > MEMORY_LIMIT) {
      file = FileChannel.open(directory.resolve("sendonce-" + UUID.randomUUID()), ANONYMOUS);
      append(memory.toByteArray(), 0, memory.size());
      memory = null;
    }
    if (file == null) {
      memory.write(bytes, offset, length);
    } else {
      append(bytes, offset, length);
    }
  }

  private void append(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
  }

  /** What was written so far; it now belongs to the caller, and nothing more can be written. */
  public Content finish() {
    finished = true;
    String sha256 = Sha256.hex(digest.digest());
    return file == null
        ? new InMemory(memory.toByteArray(), sha256)
        : new InFile(file, size, sha256);
  }

  /** Drops everything, unless {@link #finish} has handed it over. */
  @Override
  public void close() throws IOException {
    if (!finished && file != null) {
      file.close();
    }
    finished = true;
  }

  private static final class InMemory implements Content {
    private final byte[] bytes;
    private final String sha256;

    InMemory(byte[] bytes, String sha256) {
      this.bytes = bytes;
      this.sha256 = sha256;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public String sha256() {
      return sha256;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public void close() {
      // memory needs no freeing
    }
  }

  private record InFile(FileChannel file, @Override long size, @Override String sha256)
      implements Content {
    @Override
    public InputStream open() {
      return new ChannelInputStream(file, size);
    }

    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
