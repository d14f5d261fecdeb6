package dev.sendonce.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A Postfix and a Dovecot of a test's own, by {@code deploy/lab/maillab/start}; that script tells
 * which addresses there are. Fails when they are not installed.
 */
public final class MailLab implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PASSWORD = "secret";

  private final Path directory;
  private final int base;

  private MailLab(Path directory, int base) {
    this.directory = directory;
    this.base = base;
  }

  /** Starts both on free ports; they serve when this returns. */
  public static MailLab start() throws IOException {
    // Not a directory of JUnit's: the servers' users must be able to enter it.
    Path directory = Files.createTempDirectory("maillab");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    MailLab lab = new MailLab(directory, FreePorts.base());
    Shell.Result result =
        Shell.run(
            List.of(Shell.command("deploy/lab/maillab/start"), directory.toString()),
            Map.of(
                "SMTP_PORT", Integer.toString(lab.base),
                "SUBMISSION_PORT", Integer.toString(lab.base + 1),
                "IMAP_PORT", Integer.toString(lab.base + 2),
                "PASSWORD", PASSWORD),
            PATIENCE);
    assertThat(result.exitCode()).as(result.output()).isZero();
    return lab;
  }

  /** Plain SMTP without a login. */
  public String smtpUrl() {
    return "smtp://127.0.0.1:" + base;
  }

  /** The port that demands STARTTLS and a login; any user with {@link #password()}. */
  public int submissionPort() {
    return base + 1;
  }

  /** The certificate of the submission port. */
  public Path certificate() {
    return directory.resolve("tls/cert.pem");
  }

  /** IMAP with user and password. */
  public String imapUrl(String user) {
    return "imap://" + user + ":" + PASSWORD + "@127.0.0.1:" + (base + 2);
  }

  /** Of every user. */
  public String password() {
    return PASSWORD;
  }

  /** Postfix's log. */
  public Path log() {
    return directory.resolve("log/postfix.log");
  }

  /** The messages that were delivered to a user, as files. */
  public List<Path> delivered(String user) throws IOException {
    Path box = directory.resolve("mail").resolve(user).resolve("Maildir");
    if (!Files.isDirectory(box)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(box)) {
      return files
          .filter(file -> Files.isRegularFile(file))
          .filter(file -> List.of("new", "cur").contains(file.getParent().getFileName().toString()))
          .toList();
    }
  }

  @Override
  public void close() throws IOException {
    Shell.run(
        List.of(Shell.command("deploy/lab/maillab/stop"), directory.toString()),
        Map.of(),
        PATIENCE);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
