package dev.sendonce.evidence.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * A log file that may be rotated at any time: renamed, compressed, or copied and truncated. A mark
 * names a position in it so that it is found again afterwards, by inode and by how the file begins.
 */
final class LogFile {
  private static final int BEGINNING = 256;

  private final Path path;

  LogFile(Path path) {
    this.path = path;
  }

  /**
   * A position: file, offset, and a digest of the first bytes.
   *
   * @param digestOf how many bytes the digest covers; 0 when the file was empty
   */
  record Mark(String inode, long offset, int digestOf, String digest) {
    String encode() {
      return inode + ":" + offset + ":" + digestOf + ":" + digest;
    }

    static Optional<Mark> decode(String encoded) {
      String[] p = encoded.split(":", -1);
      return p.length == 4 && p[1].matches("\\d{1,18}") && p[2].matches("\\d{1,4}")
          ? Optional.of(new Mark(p[0], Long.parseLong(p[1]), Integer.parseInt(p[2]), p[3]))
          : Optional.empty();
    }
  }

  /** A stretch of log: one file from an offset to its end. */
  record Segment(Path file, long offset) {
    InputStream open() throws IOException {
      InputStream in = LogFile.open(file);
      try {
        in.skipNBytes(offset);
        return in;
      } catch (IOException e) {
        in.close();
        throw e;
      }
    }
  }

  /**
   * What is to be read, oldest first.
   *
   * @param complete it begins exactly at the mark and leaves nothing out
   */
  record Stretch(List<Segment> segments, boolean complete) {}

  /** Where the log ends now. */
  Mark end() throws IOException {
    long size = Files.size(path);
    int digestOf = (int) Math.min(BEGINNING, size);
    return new Mark(inode(path), size, digestOf, digest(path, digestOf));
  }

  /** Everything after the mark, or as much as is at hand when the mark cannot be found again. */
  Stretch since(Optional<Mark> mark) throws IOException {
    List<Path> rotated = rotated();
    if (mark.isPresent()) {
      if (isMarked(path, mark.get())) {
        return new Stretch(List.of(new Segment(path, mark.get().offset())), true);
      }
      for (int i = 0; i < rotated.size(); i++) {
        if (isMarked(rotated.get(i), mark.get())) {
          List<Segment> segments = new ArrayList<>();
          segments.add(new Segment(rotated.get(i), mark.get().offset()));
          rotated.subList(i + 1, rotated.size()).forEach(f -> segments.add(new Segment(f, 0)));
          segments.add(new Segment(path, 0));
          return new Stretch(segments, true);
        }
      }
    }
    List<Segment> segments = new ArrayList<>();
    rotated.stream()
        .skip(Math.max(0, rotated.size() - 1))
        .forEach(f -> segments.add(new Segment(f, 0)));
    segments.add(new Segment(path, 0));
    return new Stretch(segments, false);
  }

  /** The file that the path names at this moment. */
  String inodeNow() throws IOException {
    return inode(path);
  }

  /** Older files beside it, the oldest first. */
  private List<Path> rotated() throws IOException {
    Pattern name = Pattern.compile(Pattern.quote(path.getFileName().toString()) + "[.-].+");
    try (Stream<Path> siblings = Files.list(path.toAbsolutePath().getParent())) {
      return siblings
          .filter(f -> name.matcher(f.getFileName().toString()).matches())
          .filter(Files::isRegularFile)
          .sorted(Comparator.comparingLong(LogFile::modified))
          .toList();
    }
  }

  private static boolean isMarked(Path file, Mark mark) throws IOException {
    boolean compressed = isCompressed(file);
    if (!compressed && Files.size(file) < mark.offset()) {
      return false;
    }
    if (mark.digestOf() == 0) {
      return !compressed && inode(file).equals(mark.inode());
    }
    return digest(file, mark.digestOf()).equals(mark.digest());
  }

  private static String digest(Path file, int bytes) throws IOException {
    try (InputStream in = open(file)) {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(in.readNBytes(bytes)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    return isCompressed(file) ? new GZIPInputStream(in) : in;
  }

  private static boolean isCompressed(Path file) {
    return file.getFileName().toString().endsWith(".gz");
  }

  private static String inode(Path file) throws IOException {
    return String.valueOf(Files.getAttribute(file, "unix:ino"));
  }

  private static long modified(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      // rotated away in between: it sorts first and is found gone when it is opened
      return 0;
    }
  }
}
