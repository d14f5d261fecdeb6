package dev.sendonce.api.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Key files for tests. */
public final class KeyFiles {
  private KeyFiles() {}

  /** A file that only its owner reads. */
  public static Path write(Path file, String... lines) {
    try {
      Files.write(file, List.of(lines));
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A line with a key whose bytes are all the same. */
  public static String line(String id, int fill) {
    byte[] secret = new byte[32];
    Arrays.fill(secret, (byte) fill);
    return id + " " + Base64.getEncoder().encodeToString(secret);
  }
}
