package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.imap.ImapSession.Listed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the folders that sent mail is filed in: the configured one where it exists; else everything
 * with the attribute {@code \Sent} (RFC 6154) and every folder whose name says so in some language.
 */
final class SentFolders {
  private static final int AT_MOST = 5;
  private static final Set<String> NAMES = names();

  private SentFolders() {}

  static List<String> of(List<Listed> folders, Optional<String> configured) {
    if (configured.isPresent()
        && folders.stream().anyMatch(f -> f.selectable() && f.name().equals(configured.get()))) {
      return List.of(configured.get());
    }
    Set<String> found = new LinkedHashSet<>();
    folders.stream()
        .filter(f -> f.selectable() && f.is("\\Sent"))
        .forEach(f -> found.add(f.name()));
    folders.stream()
        .filter(f -> f.selectable() && NAMES.contains(lastPart(f).toLowerCase(Locale.ROOT)))
        .forEach(f -> found.add(f.name()));
    return found.stream().limit(AT_MOST).toList();
  }

  private static String lastPart(Listed folder) {
    return folder.name().substring(folder.name().lastIndexOf(folder.separator()) + 1);
  }

  private static Set<String> names() {
    try (InputStream in = SentFolders.class.getResourceAsStream("sent-folders.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.strip().toLowerCase(Locale.ROOT))
          .filter(line -> !line.isEmpty())
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
