package dev.sendonce.ledger;

import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.RecipientField;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Sends as acceptance would hand them over, for tests. */
public final class Sends {
  public static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  public static final Reply OK = Reply.of(250, "2.0.0 Ok: queued as 4T1abc");

  private Sends() {}

  /** With a new key; to as many people as addresses are given. */
  public static NewSend to(String... addresses) {
    return keyed(new SendKey("send-" + UUID.randomUUID()), addresses);
  }

  public static NewSend keyed(SendKey key, String... addresses) {
    return new NewSend(
        key,
        UUID.randomUUID().toString(),
        "shop",
        "default",
        null,
        new EmailAddress("billing", "shop.example"),
        Stream.of(addresses).map(Sends::recipient).toList(),
        List.of(),
        "<" + UUID.randomUUID() + "@shop.example>",
        "sha256:" + "0".repeat(64),
        1234,
        false,
        null,
        NOW.plusSeconds(86_400),
        Map.of("subject", "sha256:aa", "headers.X-Order", "sha256:bb"),
        Map.of("order.id", "$4711"),
        null,
        false);
  }

  public static Send.Recipient recipient(String address) {
    return new Send.Recipient(
        address, RecipientField.TO, RecipientOutcome.PENDING, null, 0, null, false, false);
  }

  /** Every one of the first {@code count} recipients was taken at RCPT. */
  public static List<RcptReply> taken(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new RcptReply(i, Verdict.TAKEN, Reply.of(250, "2.1.5 Ok")))
        .toList();
  }

  public static String lowerCase(String address) {
    return address.toLowerCase(Locale.ROOT);
  }
}
