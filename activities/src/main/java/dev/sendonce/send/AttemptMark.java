package dev.sendonce.send;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mark that one attempt leaves on everything the relay remembers of it: envelope id (RFC 3461)
 * {@code <sendId>.<attempt>} and variable envelope return path {@code b+<sendId>.<attempt>@domain}.
 * The Message-ID is the same in all attempts; this mark is not.
 *
 * @param sendId as in X-Sendonce-Id
 * @param attempt from 1
 */
public record AttemptMark(String sendId, int attempt) {
  private static final Pattern MARK = Pattern.compile("([A-Za-z0-9_-]{1,128})\\.(\\d{1,9})");
  private static final String VERP_PREFIX = "b+";

  /** The value of ENVID; needs no xtext encoding. */
  public String envelopeId() {
    return sendId + "." + attempt;
  }

  /** The envelope sender that bounces of this attempt come back to. */
  public EmailAddress returnPath(String bounceDomain) {
    return new EmailAddress(VERP_PREFIX + envelopeId(), bounceDomain);
  }

  /** Reads {@link #envelopeId()}. */
  public static Optional<AttemptMark> ofEnvelopeId(String value) {
    if (value == null) {
      return Optional.empty();
    }
    Matcher m = MARK.matcher(value.strip());
    return m.matches()
        ? Optional.of(new AttemptMark(m.group(1), Integer.parseInt(m.group(2))))
        : Optional.empty();
  }

  /** Reads an address made by {@link #returnPath}, with or without angle brackets. */
  public static Optional<AttemptMark> ofReturnPath(String address) {
    if (address == null) {
      return Optional.empty();
    }
    String bare = address.strip().replaceAll("^<|>$", "");
    int at = bare.lastIndexOf('@');
    return at > 0 && bare.regionMatches(true, 0, VERP_PREFIX, 0, VERP_PREFIX.length())
        ? ofEnvelopeId(bare.substring(VERP_PREFIX.length(), at))
        : Optional.empty();
  }

  /** Same attempt; relays may change the case of a local part on its way. */
  public boolean isSameAs(String otherSendId, int otherAttempt) {
    return attempt == otherAttempt && sendId.equalsIgnoreCase(otherSendId);
  }
}
