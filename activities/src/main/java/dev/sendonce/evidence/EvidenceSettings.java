package dev.sendonce.evidence;

import dev.sendonce.evidence.RelayProfile.MessageIdFate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where to look for evidence about the sends of one relay. Everything is optional. In YAML, under
 * {@code relays.<name>.evidence}, with the defaults shown:
 *
 * <pre>{@code
 * imap:     {url: "imaps://user:password@host", sentFolder: auto, filesSentCopy: unknown}
 * archive:  false            # APPEND a copy after acceptance; uses imap; not with filesSentCopy: yes
 * journal:  {address: "journal@example.org", url: "imaps://…", folder: INBOX}
 * bounces:  {url: "imaps://…", folder: INBOX, domain: bounces.example.org, every: PT1M}
 * relayLog: {path: /var/log/mail.log, format: postfix, zone: (the JVM's)}   # postfix | exim
 * events:   {provider: mailgun, secret: "…"}   # ses | sendgrid | mailgun | postmark | generic
 * profile:  {name: (by host), messageId: (kept | replaced | unknown), originalIdHeaders: [],
 *            replyId: (regex, group 1), indexDelay: PT20S}
 * }</pre>
 *
 * <p>{@code filesSentCopy} is {@code yes}, {@code no} or {@code unknown}; in YAML 1.1 bare {@code
 * yes} and {@code no} are booleans, so the mapping must take those, too. {@code journal.address}
 * and {@code bounces.domain} also go into {@code RelaySettings}, because the transport puts them
 * into the envelope.
 */
public record EvidenceSettings(
    Optional<Imap> imap,
    boolean archive,
    Optional<Journal> journal,
    Optional<Bounces> bounces,
    Optional<RelayLogFile> relayLog,
    Optional<Events> events,
    ProfileOverrides profile) {

  /** Nothing is configured: uncertain sends wait for a person. */
  public static final EvidenceSettings NONE =
      new EvidenceSettings(
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          ProfileOverrides.NONE);

  /** Fails with {@link IllegalArgumentException} when the parts contradict each other. */
  public EvidenceSettings {
    if (archive && imap.isEmpty()) {
      throw new IllegalArgumentException(
          "evidence.archive needs evidence.imap: say which mailbox the copies go to.");
    }
    if (archive && imap.get().filesSentCopy() == FilesSentCopy.YES) {
      throw new IllegalArgumentException(
          "evidence.archive: the relay files its own copy (filesSentCopy: yes); "
              + "a second one would only confuse. Set one of them to no.");
    }
  }

  /** What the operator states about Sent copies. */
  public enum FilesSentCopy {
    YES,
    NO,
    /** Not stated: the relay's profile decides. */
    UNKNOWN
  }

  /**
   * The sender's mailbox.
   *
   * @param sentFolder the folder's name, or empty to discover it
   */
  public record Imap(
      ImapLocation location, Optional<String> sentFolder, FilesSentCopy filesSentCopy) {}

  /**
   * An extra envelope recipient of our own.
   *
   * @param address as in {@code RelaySettings.journalAddress}
   */
  public record Journal(String address, ImapLocation location, String folder) {}

  /**
   * The mailbox that all addresses of a bounce domain are delivered to.
   *
   * @param domain as in {@code RelaySettings.bounceDomain}
   * @param every how often the background reader looks
   */
  public record Bounces(ImapLocation location, String folder, String domain, Duration every) {}

  /** The format of a relay's log. */
  public enum LogFormat {
    POSTFIX,
    EXIM
  }

  /**
   * The log of a relay of our own, readable on every node.
   *
   * @param zone of time stamps that carry none
   */
  public record RelayLogFile(Path path, LogFormat format, ZoneId zone) {}

  /** Whose event notifications are taken. */
  public enum Provider {
    SES,
    SENDGRID,
    MAILGUN,
    POSTMARK,
    /** Our own plain form, signed with HMAC-SHA256. */
    GENERIC
  }

  /**
   * Event notifications that a provider posts to {@code /v1/evidence/<relay>}.
   *
   * @param secret SES: the ARN of the SNS topic; SendGrid: the public verification key; Mailgun:
   *     the webhook signing key; Postmark: {@code user:password} of basic authentication or a
   *     token; generic: the shared key
   */
  public record Events(Provider provider, String secret) {
    @Override
    public String toString() {
      return provider + " (secret hidden)";
    }
  }

  /** What the operator knows better than the built-in profile. */
  public record ProfileOverrides(
      Optional<String> name,
      Optional<MessageIdFate> messageId,
      List<String> originalIdHeaders,
      Optional<Pattern> replyId,
      Optional<Duration> indexDelay) {
    /** Nothing to override. */
    public static final ProfileOverrides NONE =
        new ProfileOverrides(
            Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty());

    public ProfileOverrides {
      originalIdHeaders = List.copyOf(originalIdHeaders);
    }
  }

  /** The profile for this relay: built-in, by name or host, with the overrides. */
  public RelayProfile profileFor(String host) {
    RelayProfile base =
        profile
            .name()
            .map(
                n ->
                    RelayProfiles.named(n)
                        .orElseThrow(
                            () ->
                                new IllegalArgumentException(
                                    "evidence.profile.name: there is no profile '" + n + "'.")))
            .orElseGet(() -> RelayProfiles.forHost(host));
    RelayProfile mended = base.with(profile);
    return switch (imap.map(Imap::filesSentCopy).orElse(FilesSentCopy.UNKNOWN)) {
      case YES -> mended.with(RelayProfile.SentCopy.AUTO);
      case NO -> mended.with(RelayProfile.SentCopy.NEVER);
      case UNKNOWN -> mended;
    };
  }
}
