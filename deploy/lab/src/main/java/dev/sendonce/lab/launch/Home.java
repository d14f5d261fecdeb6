package dev.sendonce.lab.launch;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The directory that holds everything of one deployment. Files are replaced, never half written.
 */
final class Home {
  private static final String DEPLOYMENT = "deployment.json";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path directory;

  private Home(Path directory) {
    this.directory = directory;
  }

  /** A home that need not exist. */
  static Home at(Path directory) {
    return new Home(directory.toAbsolutePath().normalize());
  }

  /** Makes the directories and makes sure that they can be written. */
  void prepare() throws StartFailure {
    try {
      for (String part : List.of("logs", "mongo", "temporal", "mail")) {
        Files.createDirectories(path(part));
      }
      Path probe = Files.createTempFile(directory, "probe", ".tmp");
      Files.delete(probe);
    } catch (IOException e) {
      throw new StartFailure(
          "the home " + directory + " cannot be written; choose another with --home DIR", e);
    }
  }

  /** A path below the home. */
  Path path(String name) {
    return directory.resolve(name);
  }

  Path log(String part) {
    return path("logs").resolve(part + ".log");
  }

  /** Work that nobody else may do on this home at the same time. */
  @FunctionalInterface
  interface Exclusive<T> {
    T run() throws StartFailure, InterruptedException;
  }

  /**
   * Does the work while other starts and stops of this home are kept out.
   *
   * @param patience how long to wait for one that is at work
   */
  <T> T whileLocked(Duration patience, Exclusive<T> work)
      throws StartFailure, InterruptedException {
    try (FileChannel channel =
        FileChannel.open(path("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (!Wait.until(() -> tryLock(channel), patience)) {
        throw new StartFailure(
            "another start or stop is at work on " + directory + "; wait until it is done");
      }
      return work.run();
    } catch (IOException e) {
      throw new StartFailure("the home " + directory + " cannot be locked: " + e.getMessage(), e);
    }
  }

  /** Whether a start or stop is at work. */
  boolean busy() throws InterruptedException {
    try {
      return whileLocked(Duration.ZERO, () -> false);
    } catch (StartFailure locked) {
      return true;
    }
  }

  private static boolean tryLock(FileChannel channel) {
    try {
      return channel.tryLock() != null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was recorded as running here; each of it may be dead by now. */
  Optional<Deployment> deployment() {
    return read(DEPLOYMENT, Deployment.class);
  }

  void record(Deployment deployment) {
    write(DEPLOYMENT, deployment);
  }

  /** Forgets what ran here; data, mail and keys stay. */
  void forgetDeployment() {
    try {
      Files.deleteIfExists(path(RunFile.NAME));
      Files.deleteIfExists(path(DEPLOYMENT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The administrator's API key, made at the first start. */
  String apiKey() {
    return read("api-key.json", String.class)
        .orElseGet(
            () -> {
              byte[] random = new byte[32];
              new SecureRandom().nextBytes(random);
              String key = "so_" + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
              write("api-key.json", key);
              return key;
            });
  }

  /** Reads a JSON file of the home. */
  <T> Optional<T> read(String name, Class<T> type) {
    try {
      return Files.exists(path(name))
          ? Optional.of(JSON.readValue(path(name).toFile(), type))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(path(name) + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Replaces a JSON file of the home; only its owner may read it, for most hold a secret. */
  void write(String name, Object value) {
    try {
      Path next =
          Files.createTempFile(
              directory,
              name,
              ".tmp",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      JSON.writeValue(next.toFile(), value);
      Files.move(
          next, path(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(path(name) + " cannot be written: " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
