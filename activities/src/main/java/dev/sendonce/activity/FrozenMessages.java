package dev.sendonce.activity;

import dev.sendonce.ledger.Messages;
import dev.sendonce.send.FrozenMessage;
import dev.sendonce.send.Send;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Loads what was frozen at acceptance, and only that: the digest of the bytes must be the row's.
 */
final class FrozenMessages {
  private static final int CHUNK = 64 * 1024;

  private final Messages messages;

  FrozenMessages(Messages messages) {
    this.messages = messages;
  }

  /** Fails with {@link DamagedException} when these are not the bytes that were accepted. */
  FrozenMessage load(Send send) throws DamagedException {
    Optional<FrozenMessage> stored = messages.load(send.id());
    if (stored.isEmpty()) {
      throw new DamagedException("The frozen message is missing.");
    }
    FrozenMessage message = stored.get();
    String digest;
    try {
      digest = digest(message);
    } catch (IOException e) {
      throw new DamagedException("The frozen message cannot be read: " + e.getMessage());
    }
    if (!digest.equals(send.digest()) || !message.messageId().equals(send.messageId())) {
      throw new DamagedException("The frozen message is not the one that was accepted.");
    }
    return message;
  }

  private static String digest(FrozenMessage message) throws IOException {
    MessageDigest sha256;
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
    try (InputStream in = new DigestInputStream(message.open(), sha256)) {
      byte[] chunk = new byte[CHUNK];
      while (in.read(chunk) >= 0) {
        // the stream feeds the digest
      }
    }
    return "sha256:" + HexFormat.of().formatHex(sha256.digest());
  }

  /** These bytes must not go out. */
  static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedException(String message) {
      super(message);
    }
  }
}
