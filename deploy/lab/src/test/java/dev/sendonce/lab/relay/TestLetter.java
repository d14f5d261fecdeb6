package dev.sendonce.lab.relay;

import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.FrozenMessage;
import dev.sendonce.smtp.Transmission;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A frozen message that a relay can be told apart by. */
final class TestLetter implements FrozenMessage {
  private final String sendId;
  private final byte[] bytes;

  /**
   * @param filler bytes of text, roughly
   */
  TestLetter(String sendId, int filler) {
    this.sendId = sendId;
    String head = "Message-ID: " + messageId() + "\r\nX-Sendonce-Id: " + sendId + "\r\n\r\n";
    String line = ".a line that begins with a dot, and has no other merit than its length\r\n";
    String text = head + line.repeat(1 + filler / line.length());
    this.bytes = text.getBytes(StandardCharsets.US_ASCII);
  }

  String sendId() {
    return sendId;
  }

  /** This letter for the given people, by position; the sender names the attempt. */
  Transmission to(int attempt, List<String> addresses, List<Integer> positions) {
    List<Transmission.Recipient> recipients = new ArrayList<>();
    for (int position : positions) {
      recipients.add(
          new Transmission.Recipient(position, EmailAddress.ofStored(addresses.get(position))));
    }
    EmailAddress from = EmailAddress.ofStored(sender(attempt));
    return new Transmission(sendId, attempt, from, recipients, this, false);
  }

  /** The envelope sender of an attempt: the relay's journal tells attempts apart by it. */
  String sender(int attempt) {
    return sendId + "." + attempt + "@sender.test";
  }

  String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public String messageId() {
    return "<" + sendId + "@sender.test>";
  }

  @Override
  public String digest() {
    return "sha256:" + sha256();
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }
}
