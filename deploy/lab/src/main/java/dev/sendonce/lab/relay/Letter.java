package dev.sendonce.lab.relay;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetHeaders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** A message that a relay has read to its end, with its envelope. Immutable. */
public final class Letter {
  private final String id;
  private final String from;
  private final List<String> recipients;
  private final byte[] body;
  private final InternetHeaders headers;

  Letter(String id, String from, List<String> recipients, byte[] body) throws IOException {
    this.id = id;
    this.from = from;
    this.recipients = List.copyOf(recipients);
    this.body = body;
    try {
      this.headers = new InternetHeaders(new ByteArrayInputStream(body));
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

  /** The un-stuffed bytes. Not to be changed. */
  public byte[] body() {
    return body;
  }

  /** SHA-256 of the bytes, in hexadecimal. */
  String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  Optional<String> header(String name) {
    String value = headers.getHeader(name, null);
    return Optional.ofNullable(value).map(String::strip);
  }
}
