package dev.sendonce.smtp;

import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The envelope commands of one transmission, fitted to what the relay offers, and the refusals that
 * need not be asked for. Pure.
 */
final class Envelope {
  /** Without quotes none of the characters that end a local part; with quotes none left open. */
  private static final Pattern LOCAL_PART =
      Pattern.compile("[^\\s<>()\\[\\],;:\\\\\"@]+|\"(?:[^\"\\\\]|\\\\.)+\"");

  private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9.:\\[\\]_-]+");

  private final Transmission transmission;
  private final RelaySettings settings;
  private final Extensions relay;
  private final boolean eightBit;
  private final EmailAddress sender;

  /**
   * @param eightBit the message has bytes above 127
   */
  Envelope(Transmission transmission, RelaySettings settings, Extensions relay, boolean eightBit) {
    this.transmission = transmission;
    this.settings = settings;
    this.relay = relay;
    this.eightBit = eightBit;
    this.sender = sender();
  }

  /** A final refusal of the whole transaction that is certain before MAIL; worded as ours. */
  Optional<Reply> refusal() {
    if (!isSpeakable(sender)) {
      return ours(553, "5.1.7", "the sender's address cannot be written in SMTP");
    }
    if ((transmission.smtpUtf8() || sender.needsSmtpUtf8()) && !relay.offers("SMTPUTF8")) {
      return ours(550, "5.6.7", "the letter needs SMTPUTF8, which the relay does not offer");
    }
    long limit = announcedSize();
    if (limit > 0 && transmission.message().size() > limit) {
      return ours(
          552,
          "5.3.4",
          "the letter has "
              + transmission.message().size()
              + " bytes, the relay takes at most "
              + limit);
    }
    return Optional.empty();
  }

  /** A final refusal of one recipient that is certain without asking; worded as ours. */
  Optional<Reply> refusalOf(EmailAddress recipient) {
    if (!isSpeakable(recipient)) {
      return ours(553, "5.1.3", "the address cannot be written in SMTP");
    }
    if (recipient.needsSmtpUtf8() && !relay.offers("SMTPUTF8")) {
      return ours(553, "5.6.7", "the address needs SMTPUTF8, which the relay does not offer");
    }
    return Optional.empty();
  }

  /** MAIL with the parameters that apply (RFC 1870, 6152, 6531, 3461). */
  String mail() {
    StringBuilder mail = new StringBuilder("MAIL FROM:<").append(sender).append('>');
    if (relay.offers("SIZE")) {
      mail.append(" SIZE=").append(transmission.message().size());
    }
    if (eightBit && relay.offers("8BITMIME")) {
      mail.append(" BODY=8BITMIME");
    }
    if (needsSmtpUtf8() && relay.offers("SMTPUTF8")) {
      mail.append(" SMTPUTF8");
    }
    if (relay.offers("DSN")) {
      mail.append(" RET=HDRS ENVID=").append(xtext(attemptId()));
    }
    return mail.toString();
  }

  /**
   * RCPT, asking for notification where that is possible, and for the address to be repeated in it:
   * after forwarding, a report names it nowhere else (RFC 3461, 4.2). Reports of success are asked
   * for only where they come to a mailbox that is read by program; a sender's own would fill up.
   */
  String rcpt(EmailAddress recipient) {
    String original =
        recipient.needsSmtpUtf8() ? "" : " ORCPT=rfc822;" + xtext(recipient.toString());
    String success = settings.bounceDomain().isPresent() ? "SUCCESS," : "";
    return rcpt(recipient, success + "FAILURE,DELAY" + original);
  }

  /** RCPT for the journal, which is our own mailbox and needs no notification. */
  String rcptJournal(EmailAddress journal) {
    return rcpt(journal, "NEVER");
  }

  private String rcpt(EmailAddress recipient, String notify) {
    return "RCPT TO:<" + recipient + ">" + (relay.offers("DSN") ? " NOTIFY=" + notify : "");
  }

  /** Names this attempt in ENVID and VERP, so that a bounce can be told from an older one's. */
  private String attemptId() {
    return transmission.sendId() + "." + transmission.attempt();
  }

  private EmailAddress sender() {
    return settings
        .bounceDomain()
        .map(domain -> new EmailAddress("b+" + attemptId(), domain))
        .filter(Envelope::isSpeakable)
        .orElse(transmission.from());
  }

  private boolean needsSmtpUtf8() {
    return transmission.smtpUtf8()
        || sender.needsSmtpUtf8()
        || transmission.recipients().stream().anyMatch(r -> r.address().needsSmtpUtf8());
  }

  /** 0 when nothing usable was announced; RFC 1870 also uses 0 for "no fixed limit". */
  private long announcedSize() {
    return relay
        .parameters("SIZE")
        .map(String::strip)
        .filter(size -> size.matches("\\d{1,18}"))
        .map(Long::parseLong)
        .orElse(0L);
  }

  /**
   * The last line of defence against commands hidden in addresses; intake has refused them long
   * before. Letters above 127 pass: they are written as UTF-8, never cut to their low byte.
   */
  private static boolean isSpeakable(EmailAddress address) {
    return LOCAL_PART.matcher(address.local()).matches()
        && address.local().codePoints().noneMatch(Envelope::breaksLines)
        && DOMAIN.matcher(address.domain()).matches();
  }

  /** Controls, the two line separators of Unicode, and halves of a character. */
  private static boolean breaksLines(int c) {
    return Character.isISOControl(c)
        || c == 0x2028
        || c == 0x2029
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  /** RFC 3461, 4. */
  static String xtext(String text) {
    StringBuilder out = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b > ' ' && b < 0x7f && b != '+' && b != '=') {
        out.append((char) b);
      } else {
        out.append('+').append(String.format("%02X", b & 0xff));
      }
    }
    return out.toString();
  }

  private static Optional<Reply> ours(int code, String enhanced, String text) {
    return Optional.of(new Reply(code, enhanced, "not sent by sendonce: " + text));
  }
}
