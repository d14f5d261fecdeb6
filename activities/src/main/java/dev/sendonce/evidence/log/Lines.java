package dev.sendonce.evidence.log;

import dev.sendonce.evidence.log.LogFile.Segment;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Reads whole lines; one that is still being written is left for the next time. */
final class Lines {
  private static final int LONGEST = 8 * 1024;

  private Lines() {}

  /**
   * @return how many bytes were read
   * @throws IOException also when there is more than the limit, because half a log proves nothing
   */
  static long read(Segment segment, long limit, Consumer<String> reader) throws IOException {
    long bytes = 0;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (InputStream in = new BufferedInputStream(segment.open(), 1 << 16)) {
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (++bytes > limit) {
          throw new IOException("the log since the attempt is too large to be read");
        }
        if (b == '\n') {
          reader.accept(line.toString(StandardCharsets.UTF_8));
          line.reset();
        } else if (line.size() < LONGEST) {
          line.write(b);
        }
      }
    }
    return bytes;
  }
}
