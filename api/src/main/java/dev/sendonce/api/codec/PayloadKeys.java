package dev.sendonce.api.codec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of a deployment: the first encrypts, all decrypt. Immutable; never prints a secret.
 *
 * <p>One key per line of the file: a name, blanks, 32 bytes in Base64. Empty lines and lines that
 * begin with {@code #} are skipped.
 */
public final class PayloadKeys {
  private static final int BYTES = 32;
  private static final Pattern LINE = Pattern.compile("([A-Za-z0-9._-]{1,64})\\s+(\\S+)");
  private static final Set<PosixFilePermission> NOBODYS =
      EnumSet.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

  private final List<PayloadKey> keys;

  PayloadKeys(List<PayloadKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException with a sentence that says what is wrong, where, and what to
   *     do, and shows nothing of a key
   */
  public static PayloadKeys read(Path file) {
    List<String> lines;
    try {
      if (isOpenToOthers(file)) {
        throw new IllegalArgumentException(
            file + " may be read or written by every user; run chmod o-rw (or give it mode 0440).");
      }
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      // a file that is not UTF-8 ends here as well
      throw new IllegalArgumentException(
          file + " cannot be read as text; check path and permissions.", e);
    }
    List<PayloadKey> keys = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        keys.add(key(line, keys, file + ", line " + (i + 1) + ": "));
      }
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException(
          file + " holds no key; write a line with a name and `openssl rand -base64 32`.");
    }
    return new PayloadKeys(keys);
  }

  private static boolean isOpenToOthers(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return false;
    }
    return Files.getPosixFilePermissions(file).stream().anyMatch(NOBODYS::contains);
  }

  private static PayloadKey key(String line, List<PayloadKey> earlier, String where) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          where
              + "must be a name (up to 64 letters, digits, '.', '_', '-'), a blank, and the key in"
              + " Base64.");
    }
    String id = parts.group(1);
    if (earlier.stream().anyMatch(key -> key.id().equals(id))) {
      throw new IllegalArgumentException(
          where + "the name " + id + " stands there twice; every key needs its own.");
    }
    byte[] secret;
    try {
      secret = Base64.getDecoder().decode(parts.group(2));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          where + "the key is not Base64; make one with `openssl rand -base64 32`.");
    }
    if (secret.length != BYTES) {
      throw new IllegalArgumentException(
          where
              + "the key has "
              + secret.length
              + " bytes and must have 32; make one with `openssl rand -base64 32`.");
    }
    return new PayloadKey(id, new SecretKeySpec(secret, "AES"));
  }

  PayloadKey newest() {
    return keys.get(0);
  }

  Optional<PayloadKey> find(String id) {
    return keys.stream().filter(key -> key.id().equals(id)).findFirst();
  }

  @Override
  public String toString() {
    return keys.toString();
  }
}
