package dev.sendonce.message;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Checks a message that a client built itself, as a stream. Nothing in it is changed but line ends
 * of LF alone, and a last line without an end gets one. Thread-safe.
 *
 * <p>Only 7-bit messages are sound: an 8-bit one could be converted on its way, and would then not
 * be the bytes that were recorded.
 */
public final class RawMessageReader {
  private static final byte[] CRLF = {'\r', '\n'};

  private final Path temporary;

  /**
   * A reader.
   *
   * @param temporary directory for messages that are too large for memory
   */
  public RawMessageReader(Path temporary) {
    this.temporary = temporary;
  }

  /** Reads to the end, or to the first defect that makes no sense of what follows. */
  public RawReading read(InputStream in) throws IOException {
    RawLines lines = new RawLines(new BufferedInputStream(in));
    try (Spool spool = new Spool(temporary);
        OutputStream out = new BufferedOutputStream(spool)) {
      RawFields fields = new RawFields();
      Optional<String> line = lines.next();
      while (line.isPresent() && !line.get().isEmpty()) {
        Optional<String> defect = fields.add(line.get(), lines.number());
        if (defect.isPresent()) {
          return defective(defect.get());
        }
        write(out, line.get());
        line = lines.next();
      }
      if (line.isEmpty()) {
        return defective(lines.defect().orElse("has no empty line behind its header"));
      }
      write(out, "");
      List<String> defects = fields.defects();
      if (!defects.isEmpty()) {
        return new RawReading.Defective(defects);
      }
      RawContentDigest digest = new RawContentDigest();
      digest.header(fields);
      Optional<String> defect = body(lines, out, digest);
      if (defect.isPresent()) {
        return defective(defect.get());
      }
      out.flush();
      return new RawReading.Sound(
          new RawMessage(
              fields.author().orElseThrow(),
              fields.value("message-id"),
              fields.value("date").isPresent(),
              digest.hex(),
              spool.finish()));
    }
  }

  private static Optional<String> body(RawLines lines, OutputStream out, RawContentDigest digest)
      throws IOException {
    Optional<String> line = lines.next();
    while (line.isPresent()) {
      if (line.get().chars().anyMatch(c -> c > 0x7f)) {
        return Optional.of(
            "has 8-bit characters in line " + lines.number() + "; use quoted-printable or base64");
      }
      write(out, line.get());
      digest.line(line.get());
      line = lines.next();
    }
    return lines.defect();
  }

  private static void write(OutputStream out, String line) throws IOException {
    out.write(line.getBytes(StandardCharsets.ISO_8859_1));
    out.write(CRLF);
  }

  private static RawReading defective(String reason) {
    return new RawReading.Defective(List.of(reason));
  }
}
