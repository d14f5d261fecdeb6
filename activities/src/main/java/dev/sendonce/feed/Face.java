package dev.sendonce.feed;

import dev.sendonce.send.Send;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * A digest of what a consumer can see of a send: a transition that shows nothing new is no news.
 */
final class Face {
  private Face() {}

  static String of(Send send) {
    String seen =
        String.join(
            "|",
            send.state().wire(),
            String.valueOf(send.reason()),
            String.valueOf(send.epoch()),
            String.valueOf(send.sendAt()),
            String.valueOf(send.erasedAt()),
            send.recipients().stream()
                .map(r -> r.outcome().wire() + "/" + r.reply() + "/" + r.decision())
                .collect(Collectors.joining(",")),
            send.attempts().stream()
                .map(a -> a.outcome() + "/" + a.queueId())
                .collect(Collectors.joining(",")),
            send.evidence().stream()
                .map(e -> e.id() + "/" + e.finding())
                .collect(Collectors.joining(",")));
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(seen.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
