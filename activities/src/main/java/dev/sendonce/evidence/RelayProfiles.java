package dev.sendonce.evidence;

import static dev.sendonce.evidence.RelayProfile.MessageIdFate.KEPT;
import static dev.sendonce.evidence.RelayProfile.MessageIdFate.REPLACED;
import static dev.sendonce.evidence.RelayProfile.SentCopy.AUTO;
import static dev.sendonce.evidence.RelayProfile.SentCopy.NEVER;

import dev.sendonce.evidence.RelayProfile.MessageIdFate;
import dev.sendonce.evidence.RelayProfile.SentCopy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The built-in profiles. They rest on vendors' documentation, on the source of mail clients and on
 * public reports of varying age, so each says no more than those agree on.
 */
public final class RelayProfiles {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Duration MINUTES = Duration.ofMinutes(15);

  private static final String MICROSOFT_ID = "X-Microsoft-Original-Message-ID";

  private static final RelayProfile GMAIL =
      profile("gmail", KEPT, SOON, AUTO, "OK\\s+\\d+\\s+(\\S+)", "X-Google-Original-Message-ID");
  private static final RelayProfile OUTLOOK =
      profile("outlook", REPLACED, MINUTES, AUTO, "(<[^<>\\s]+@[^<>\\s]+>)", MICROSOFT_ID);
  private static final RelayProfile SES =
      profile("ses", REPLACED, SOON, NEVER, "^Ok\\s+(\\S+)", MICROSOFT_ID);
  private static final RelayProfile POSTMARK =
      profile("postmark", REPLACED, SOON, NEVER, "\\b(\\p{XDigit}{8}(?:-\\p{XDigit}{4,12}){4})\\b");
  private static final RelayProfile SENDGRID =
      profile("sendgrid", MessageIdFate.UNKNOWN, SOON, NEVER, "queued as\\s+(\\S+)");
  private static final RelayProfile MAILGUN =
      profile("mailgun", MessageIdFate.UNKNOWN, SOON, NEVER, "(<[^<>\\s]+@[^<>\\s]+>)");
  private static final RelayProfile BREVO =
      profile("brevo", REPLACED, SOON, NEVER, "queued as\\s+(\\S+)", "Origin-messageId");
  private static final RelayProfile YAHOO =
      profile("yahoo", KEPT, SOON, SentCopy.UNKNOWN, "^OK\\s+(\\S+)");
  private static final RelayProfile ICLOUD =
      profile("icloud", MessageIdFate.UNKNOWN, SOON, SentCopy.UNKNOWN, "queued as\\s+(\\S+)");
  private static final RelayProfile FASTMAIL =
      profile("fastmail", MessageIdFate.UNKNOWN, SOON, NEVER, "queued as\\s+(\\S+)");
  private static final RelayProfile ZOHO =
      profile("zoho", MessageIdFate.UNKNOWN, SOON, AUTO, "queued as\\s+(\\S+)");

  /**
   * A Postfix, Exim, Sendmail or anything unknown: keeps the Message-ID; whether a copy is filed is
   * the decision of its administrator (always_bcc and the like).
   */
  private static final RelayProfile OWN =
      profile(
          "default",
          KEPT,
          SOON,
          SentCopy.UNKNOWN,
          "queued as\\s+([\\w.-]+)|\\bid=([\\w.-]+)|^(\\w{6,})\\s+Message accepted");

  private record ByHost(Pattern host, RelayProfile profile) {}

  private static final List<ByHost> BY_HOST =
      List.of(
          by(GMAIL, "smtp(-relay)?\\.(gmail|googlemail|google)\\.com"),
          by(
              OUTLOOK,
              "smtp\\.office365\\.com|smtp-mail\\.outlook\\.com|.*\\.(outlook|hotmail|live)\\.com"),
          by(SES, "email-smtp(-fips)?\\.[a-z0-9-]+\\.amazonaws\\.com"),
          by(POSTMARK, "(.*\\.)?postmarkapp\\.com"),
          by(SENDGRID, "(.*\\.)?sendgrid\\.net"),
          by(MAILGUN, "(.*\\.)?mailgun\\.org"),
          by(BREVO, "(.*\\.)?(sendinblue|brevo)\\.com"),
          by(YAHOO, "(.*\\.)?(yahoo\\.(com|co\\.jp)|aol\\.com)"),
          by(ICLOUD, "(.*\\.)?(mail\\.me|icloud)\\.com"),
          by(FASTMAIL, "(.*\\.)?(fastmail|messagingengine)\\.com"),
          by(ZOHO, "(.*\\.)?zoho\\.(com|eu|in)"));

  private RelayProfiles() {}

  /** The profile for a relay's host name; the cautious default for hosts it does not know. */
  public static RelayProfile forHost(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return BY_HOST.stream()
        .filter(b -> b.host().matcher(name).matches())
        .map(ByHost::profile)
        .findFirst()
        .orElse(OWN);
  }

  /** The profile with this name, as written in configuration. */
  public static Optional<RelayProfile> named(String name) {
    if (OWN.name().equals(name)) {
      return Optional.of(OWN);
    }
    return BY_HOST.stream().map(ByHost::profile).filter(p -> p.name().equals(name)).findFirst();
  }

  private static ByHost by(RelayProfile profile, String hosts) {
    return new ByHost(Pattern.compile(hosts), profile);
  }

  private static RelayProfile profile(
      String name,
      MessageIdFate fate,
      Duration delay,
      SentCopy copy,
      String replyId,
      String... originalIdHeaders) {
    return new RelayProfile(
        name,
        fate,
        Arrays.asList(originalIdHeaders),
        Optional.of(Pattern.compile(replyId, Pattern.CASE_INSENSITIVE)),
        copy,
        delay);
  }
}
