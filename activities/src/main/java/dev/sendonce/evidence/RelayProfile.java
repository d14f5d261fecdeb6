package dev.sendonce.evidence;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What a kind of relay does to a message that passes through it. A built-in profile is an informed
 * guess by host name; {@code sendonce relay check} finds out, and configuration overrides.
 *
 * @param name for configuration and reports
 * @param messageId what becomes of our Message-ID
 * @param originalIdHeaders header fields in which the relay keeps the Message-ID it replaced
 * @param replyId finds the relay's own id in the text of the reply to end of data (its first group)
 * @param sentCopy whether the relay itself files a copy of what is submitted to it
 * @param indexDelay how long after acceptance a copy may take to be found
 */
public record RelayProfile(
    String name,
    MessageIdFate messageId,
    List<String> originalIdHeaders,
    Optional<Pattern> replyId,
    SentCopy sentCopy,
    Duration indexDelay) {

  public RelayProfile {
    originalIdHeaders = List.copyOf(originalIdHeaders);
  }

  /** What a relay does with the Message-ID of a submitted message. */
  public enum MessageIdFate {
    KEPT,
    /** Another one is on the wire; X-Sendonce-Id and the original-id headers remain. */
    REPLACED,
    UNKNOWN
  }

  /** Whether a relay files a copy of a submitted message in the sender's Sent folder. */
  public enum SentCopy {
    /** It does: a copy there proves acceptance. */
    AUTO,
    /** It does not, or has no mailbox: whatever lies there was put there by somebody else. */
    NEVER,
    /** Not known: a copy proves acceptance as long as nobody but the relay puts copies there. */
    UNKNOWN
  }

  /** The relay's own id for a message, when the text of its reply carries one. */
  public Optional<String> providerId(String replyText) {
    return replyId
        .map(p -> p.matcher(replyText == null ? "" : replyText))
        .filter(Matcher::find)
        .flatMap(
            m ->
                IntStream.rangeClosed(1, m.groupCount())
                    .mapToObj(m::group)
                    .filter(Objects::nonNull)
                    .findFirst());
  }

  /** The same profile with what the configuration states instead of what was guessed. */
  RelayProfile with(EvidenceSettings.ProfileOverrides o) {
    return new RelayProfile(
        name,
        o.messageId().orElse(messageId),
        o.originalIdHeaders().isEmpty() ? originalIdHeaders : o.originalIdHeaders(),
        o.replyId().or(() -> replyId),
        sentCopy,
        o.indexDelay().orElse(indexDelay));
  }

  /** The same profile with another statement about Sent copies. */
  RelayProfile with(SentCopy copy) {
    return new RelayProfile(name, messageId, originalIdHeaders, replyId, copy, indexDelay);
  }
}
