package dev.sendonce.lab.relay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Mail in files: {@code user/folder/time-id.eml}, one file per copy, there as a whole or not at
 * all. A killed process loses nothing that was stored. Thread-safe.
 */
final class MailFiles {
  private static final String SUFFIX = ".eml";
  private static final String PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789@._+=-";
  private static final int LONGEST_NAME = 240;

  private final Path root;

  MailFiles(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(drafts());
  }

  /** A copy of a letter in somebody's folder. */
  record Copy(String user, String folder, Instant arrived, Path file) {}

  /** Stores one copy. */
  Copy store(String user, String folder, String id, Instant arrived, byte[] content)
      throws IOException {
    Path draft = Files.createTempFile(drafts(), id, SUFFIX);
    Files.write(draft, content);
    return move(draft, user, folder, id, arrived);
  }

  /**
   * Stores one copy.
   *
   * @param content never changes: where the file system allows it the copy is another name of it
   */
  Copy store(String user, String folder, String id, Instant arrived, Path content)
      throws IOException {
    Path draft = drafts().resolve(UUID.randomUUID() + SUFFIX);
    try {
      Files.createLink(draft, content);
    } catch (IOException | UnsupportedOperationException e) {
      // another file system, or one without links
      Files.copy(content, draft);
    }
    return move(draft, user, folder, id, arrived);
  }

  private Copy move(Path draft, String user, String folder, String id, Instant arrived)
      throws IOException {
    String name = String.format("%013d-%s%s", arrived.toEpochMilli(), id, SUFFIX);
    Path directory = root.resolve(directoryName(user)).resolve(directoryName(folder));
    Files.createDirectories(directory);
    Path file = directory.resolve(name);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    return new Copy(user, folder, arrived, file);
  }

  /** All copies, oldest first. */
  List<Copy> all() throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(root, 3)) {
      files =
          tree.filter(f -> f.toString().endsWith(SUFFIX) && !f.startsWith(drafts()))
              .sorted(java.util.Comparator.comparing(f -> f.getFileName().toString()))
              .toList();
    }
    List<Copy> copies = new ArrayList<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      Instant arrived = Instant.ofEpochMilli(Long.parseLong(name.substring(0, name.indexOf('-'))));
      Path folder = file.getParent();
      copies.add(
          new Copy(
              original(folder.getParent().getFileName().toString()),
              original(folder.getFileName().toString()),
              arrived,
              file));
    }
    return copies;
  }

  private Path drafts() {
    return root.resolve(".drafts");
  }

  /** Lower case for addresses; what could surprise a file system is written as %XX. */
  private static String directoryName(String name) throws IOException {
    String plain = name.indexOf('@') < 0 ? name : name.toLowerCase(Locale.ROOT);
    StringBuilder out = new StringBuilder();
    for (byte b : plain.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean leadingDot = c == '.' && out.length() == 0;
      if (!leadingDot && PLAIN.indexOf(Character.toLowerCase(c)) >= 0) {
        out.append(c);
      } else {
        out.append(String.format("%%%02X", (int) c));
      }
    }
    if (out.length() > LONGEST_NAME) {
      throw new IOException("a name too long for a directory");
    }
    return out.toString();
  }

  private static String original(String directoryName) {
    return java.net.URLDecoder.decode(directoryName.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
