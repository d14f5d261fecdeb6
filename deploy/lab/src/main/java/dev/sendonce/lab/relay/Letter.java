package dev.sendonce.lab.relay;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetHeaders;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A message that a relay has read to its end, with its envelope. Immutable. */
public final class Letter {
  private final String id;
  private final String from;
  private final List<String> recipients;
  private final Path file;
  private final long size;
  private final String sha256;
  private final InternetHeaders headers;

  Letter(String id, String from, List<String> recipients, Path file, String sha256)
      throws IOException {
    this.id = id;
    this.from = from;
    this.recipients = List.copyOf(recipients);
    this.file = file;
    this.size = Files.size(file);
    this.sha256 = sha256;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      this.headers = new InternetHeaders(in);
    } catch (MessagingException e) {
      throw new IOException("header section of " + id, e);
    }
  }

  /** The relay's id for it. */
  public String id() {
    return id;
  }

  /** The envelope sender without brackets; empty for the null sender. */
  public String from() {
    return from;
  }

  /** The recipients that were taken into the transaction. */
  public List<String> recipients() {
    return recipients;
  }

  /** The un-stuffed bytes, in a file that never changes. */
  public Path file() {
    return file;
  }

  /** How many bytes. */
  public long size() {
    return size;
  }

  /** SHA-256 of the bytes, in hexadecimal. */
  String sha256() {
    return sha256;
  }

  Optional<String> header(String name) {
    String value = headers.getHeader(name, null);
    return Optional.ofNullable(value).map(String::strip);
  }
}
