package dev.sendonce.evidence.bounce;

import dev.sendonce.evidence.bounce.DeliveryReport.Action;
import dev.sendonce.evidence.bounce.DeliveryReport.PerRecipient;
import dev.sendonce.send.AttemptMark;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.angus.mail.dsn.DeliveryStatus;

/**
 * Reads delivery status notifications (RFC 3464). Strict about structure, because a report counts
 * as proof: anything that only looks like a bounce is not one. Stateless.
 */
final class DsnParser {
  /** Header fields in which delivery agents note the address a message was delivered to. */
  static final List<String> DELIVERED_TO =
      List.of("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To");

  private static final Pattern STATUS = Pattern.compile("[245]\\.\\d{1,3}\\.\\d{1,3}");
  private static final Pattern ADDRESS = Pattern.compile("[^\\s<>,;:\"]+@[^\\s<>,;:\"]+");
  private static final Session SESSION = Session.getInstance(new Properties());

  private final String bounceDomain;

  /**
   * @param bounceDomain of the return paths that are ours
   */
  DsnParser(String bounceDomain) {
    this.bounceDomain = bounceDomain;
  }

  /** What a message in the bounce mailbox turned out to be. */
  sealed interface Parsed {}

  /** A well-formed report that carries an id that could be ours. */
  record Report(DeliveryReport report) implements Parsed {}

  /** Something else: a vacation note, spam, a report of another kind. */
  record NotAReport(String why) implements Parsed {}

  /** Claims to be a report, but is not built like one, or contradicts itself. */
  record Malformed(String why) implements Parsed {}

  /** Reads the first bytes of a message; they may be cut off within the returned content. */
  Parsed parse(byte[] message) {
    try {
      MimeMessage mime = new MimeMessage(SESSION, new ByteArrayInputStream(message));
      if (mime.getContentType() == null || !mime.isMimeType("multipart/report")) {
        return new NotAReport("no multipart/report");
      }
      ContentType type = new ContentType(mime.getContentType());
      if (!"delivery-status".equalsIgnoreCase(type.getParameter("report-type"))) {
        return new NotAReport("a report of another type");
      }
      return report(mime, new MimeMultipart(mime.getDataHandler().getDataSource()));
    } catch (MessagingException | IOException e) {
      return new Malformed("unreadable");
    }
  }

  private Parsed report(MimeMessage mime, MimeMultipart parts)
      throws MessagingException, IOException {
    DeliveryStatus status = null;
    InternetHeaders returned = new InternetHeaders();
    for (int i = 0; i < parts.getCount(); i++) {
      BodyPart part = parts.getBodyPart(i);
      if (isAny(part, "message/delivery-status", "message/global-delivery-status")) {
        status = new DeliveryStatus(part.getInputStream());
      } else if (isAny(
          part,
          "message/rfc822",
          "text/rfc822-headers",
          "message/global",
          "message/global-headers")) {
        returned = new InternetHeaders(part.getInputStream(), true);
      }
    }
    if (status == null || first(status.getMessageDSN(), "Reporting-MTA").isEmpty()) {
      return new Malformed("no delivery status with a Reporting-MTA");
    }
    List<PerRecipient> recipients = new ArrayList<>();
    for (int i = 0; i < status.getRecipientDSNCount(); i++) {
      recipient(status.getRecipientDSN(i)).ifPresent(recipients::add);
    }
    if (recipients.isEmpty()) {
      return new Malformed("no recipient with action and status");
    }
    return identified(mime, status.getMessageDSN(), returned, recipients);
  }

  private Parsed identified(
      MimeMessage mime,
      InternetHeaders perMessage,
      InternetHeaders returned,
      List<PerRecipient> recipients)
      throws MessagingException {
    Set<AttemptMark> marks = new LinkedHashSet<>();
    first(perMessage, "Original-Envelope-Id")
        .flatMap(AttemptMark::ofEnvelopeId)
        .ifPresent(marks::add);
    for (String name : DELIVERED_TO) {
      returnPaths(mime.getHeader(name)).forEach(marks::add);
    }
    returnPaths(returned.getHeader("Return-Path")).forEach(marks::add);
    long different =
        marks.stream().map(m -> m.envelopeId().toLowerCase(Locale.ROOT)).distinct().count();
    if (different > 1) {
      return new Malformed("marks of different attempts");
    }
    DeliveryReport report =
        new DeliveryReport(
            marks.stream().findFirst(),
            first(returned, "X-Sendonce-Id"),
            first(returned, "Message-ID"),
            recipients);
    return report.mark().isEmpty() && report.sendId().isEmpty() && report.messageId().isEmpty()
        ? new NotAReport("it does not say which message it is about")
        : new Report(report);
  }

  private Stream<AttemptMark> returnPaths(String[] values) {
    return Arrays.stream(values == null ? new String[0] : values)
        .flatMap(v -> ADDRESS.matcher(MimeUtility.unfold(v)).results().map(m -> m.group()))
        .filter(
            a -> a.toLowerCase(Locale.ROOT).endsWith("@" + bounceDomain.toLowerCase(Locale.ROOT)))
        .flatMap(a -> AttemptMark.ofReturnPath(a).stream());
  }

  private static Optional<PerRecipient> recipient(InternetHeaders fields) {
    Optional<String> finalRecipient = first(fields, "Final-Recipient").flatMap(DsnParser::address);
    Optional<String> original =
        first(fields, "Original-Recipient").flatMap(DsnParser::address).map(Xtext::decode);
    Optional<Action> action = first(fields, "Action").flatMap(DsnParser::action);
    Optional<String> status = first(fields, "Status").flatMap(DsnParser::status);
    return finalRecipient.isPresent() && action.isPresent() && status.isPresent()
        ? Optional.of(
            new PerRecipient(original.orElse(finalRecipient.get()), action.get(), status.get()))
        : Optional.empty();
  }

  /** {@code rfc822; ann@example.net}, or another address type. */
  private static Optional<String> address(String typed) {
    int semicolon = typed.indexOf(';');
    return semicolon < 0
        ? Optional.empty()
        : Optional.of(typed.substring(semicolon + 1).strip().replaceAll("^<|>$", ""));
  }

  private static Optional<Action> action(String value) {
    String word = value.replaceAll("[\\s(].*", "").toUpperCase(Locale.ROOT);
    return Arrays.stream(Action.values()).filter(a -> a.name().equals(word)).findFirst();
  }

  private static Optional<String> status(String value) {
    Matcher m = STATUS.matcher(value);
    return m.lookingAt() ? Optional.of(m.group()) : Optional.empty();
  }

  private static Optional<String> first(InternetHeaders headers, String name) {
    String[] values = headers == null ? null : headers.getHeader(name);
    return values == null
        ? Optional.empty()
        : Optional.of(MimeUtility.unfold(values[0]).strip()).filter(v -> !v.isEmpty());
  }

  private static boolean isAny(BodyPart part, String... types) throws MessagingException {
    for (String type : types) {
      if (part.isMimeType(type)) {
        return true;
      }
    }
    return false;
  }
}
