package dev.sendonce.lab.relay.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Appends to a journal. What {@link #append} was given is with the operating system when it
 * returns, so a killed process loses nothing that it answered; a power failure may. Thread-safe.
 */
public final class JournalWriter implements Closeable {
  private final Path directory;
  private final FileChannel channel;

  private JournalWriter(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /** Opens or continues the journal in a directory. */
  public static JournalWriter open(Path directory) throws IOException {
    Files.createDirectories(directory.resolve("bodies"));
    FileChannel channel =
        FileChannel.open(
            JournalFile.lines(directory),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    JournalWriter writer = new JournalWriter(directory, channel);
    writer.endTornLine();
    return writer;
  }

  /** Adds one line. */
  public void append(Entry entry) throws IOException {
    byte[] line =
        (JournalFile.JSON.writeValueAsString(entry) + "\n").getBytes(StandardCharsets.UTF_8);
    write(line);
  }

  /** An empty file for a body that is being read; to be kept or deleted. */
  public Path draft() throws IOException {
    return Files.createTempFile(directory.resolve("bodies"), "incoming-", ".draft");
  }

  /**
   * Keeps a whole un-stuffed body under its id; complete or not there at all.
   *
   * @return where it is from now on, never to be changed
   */
  public Path keepBody(String id, Path draft) throws IOException {
    return Files.move(draft, JournalFile.body(directory, id), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private synchronized void write(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /** A process killed within a write may leave half a line, which must not swallow the next one. */
  private void endTornLine() throws IOException {
    long size = channel.size();
    channel.position(size);
    if (size > 0) {
      ByteBuffer last = ByteBuffer.allocate(1);
      channel.read(last, size - 1);
      if (last.get(0) != '\n') {
        write(new byte[] {'\n'});
      }
    }
  }
}
