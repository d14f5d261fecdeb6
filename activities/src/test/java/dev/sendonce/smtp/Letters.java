package dev.sendonce.smtp;

import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.FrozenMessage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** Messages, envelopes and settings for the tests of this package. */
final class Letters {
  static final String SHORT =
      """
      From: ann@example.org
      To: bob@example.net
      Message-ID: <1@example.org>
      Subject: hello
      Content-Length: 999
      Bcc: nobody@example.com

      .one dot
      ..two
      .
      last line
      """
          .replace("\n", "\r\n");

  private Letters() {}

  static FrozenMessage message(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return message(bytes, digest(bytes));
  }

  /** A message whose recorded digest may be another one. */
  static FrozenMessage message(byte[] bytes, String digest) {
    return new FrozenMessage() {
      @Override
      public String messageId() {
        return "<1@example.org>";
      }

      @Override
      public String digest() {
        return digest;
      }

      @Override
      public long size() {
        return bytes.length;
      }

      @Override
      public InputStream open() {
        return new ByteArrayInputStream(bytes);
      }
    };
  }

  static String digest(byte[] bytes) {
    try {
      return "sha256:"
          + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** From ann to the given people. */
  static Transmission to(String... recipients) {
    return letter(message(SHORT), false, recipients);
  }

  static Transmission letter(FrozenMessage message, boolean smtpUtf8, String... recipients) {
    List<Transmission.Recipient> all =
        IntStream.range(0, recipients.length)
            .mapToObj(i -> new Transmission.Recipient(i, EmailAddress.ofStored(recipients[i])))
            .toList();
    return new Transmission(
        "01HSEND", 1, EmailAddress.ofStored("ann@example.org"), all, message, smtpUtf8);
  }

  /** A plain relay on loopback with deadlines short enough for tests. */
  static RelaySettings settings(int port) {
    return new SettingsFor(port).build();
  }

  /** The letter with so many bytes of text more. */
  static String withFiller(int bytes) {
    char[] line = new char[70];
    Arrays.fill(line, 'x');
    return SHORT + (new String(line) + "\r\n").repeat(bytes / 72);
  }
}
