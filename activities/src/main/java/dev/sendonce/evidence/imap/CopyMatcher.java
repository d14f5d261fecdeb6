package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.RelayProfile;
import dev.sendonce.send.AttemptMark;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeUtility;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether a message in a mailbox is a copy of the one in question, by comparing whole
 * header values: servers answer searches with substring hits.
 */
final class CopyMatcher {
  static final String MESSAGE_ID = "Message-ID";
  static final String SENDONCE_ID = "X-Sendonce-Id";
  private static final String RETURN_PATH = "Return-Path";

  private final Question question;
  private final List<String> idHeaders;

  CopyMatcher(Question question, RelayProfile profile) {
    this.question = question;
    idHeaders = new ArrayList<>();
    idHeaders.add(MESSAGE_ID);
    idHeaders.addAll(profile.originalIdHeaders());
  }

  /**
   * A copy was recognised.
   *
   * @param by the header field that told
   * @param ofThisAttempt its return path carries the mark of this very attempt
   */
  record Match(String by, boolean ofThisAttempt) {}

  /** What must be fetched to decide. */
  List<String> fields() {
    List<String> fields = new ArrayList<>(idHeaders);
    fields.add(SENDONCE_ID);
    fields.add(RETURN_PATH);
    fields.add(SentArchive.MARK);
    return fields;
  }

  /** Fields that may hold our Message-ID. */
  List<String> idHeaders() {
    return List.copyOf(idHeaders);
  }

  /**
   * Empty for other messages, for copies that sendonce filed itself, and for copies that carry the
   * mark of another attempt.
   */
  Optional<Match> match(InternetHeaders headers) {
    if (headers.getHeader(SentArchive.MARK) != null) {
      return Optional.empty();
    }
    Optional<String> by = recognisedBy(headers);
    if (by.isEmpty()) {
      return Optional.empty();
    }
    List<AttemptMark> marks =
        values(headers, RETURN_PATH).stream()
            .flatMap(v -> AttemptMark.ofReturnPath(v).stream())
            .filter(m -> m.sendId().equalsIgnoreCase(question.sendId()))
            .toList();
    if (marks.isEmpty()) {
      return Optional.of(new Match(by.get(), false));
    }
    boolean mine = marks.stream().allMatch(m -> m.attempt() == question.attempt());
    return mine ? Optional.of(new Match(by.get(), true)) : Optional.empty();
  }

  private Optional<String> recognisedBy(InternetHeaders headers) {
    List<String> sendIds = values(headers, SENDONCE_ID);
    boolean mine = sendIds.contains(question.sendId());
    if (!mine && (!sendIds.isEmpty() || !question.hasOwnMessageId())) {
      // another send may carry the same Message-ID when a client brought it along
      return Optional.empty();
    }
    return idHeaders.stream()
        .filter(name -> values(headers, name).contains(question.messageId()))
        .findFirst()
        .or(() -> mine ? Optional.of(SENDONCE_ID) : Optional.empty());
  }

  private static List<String> values(InternetHeaders headers, String name) {
    String[] values = headers.getHeader(name);
    return values == null
        ? List.of()
        : Arrays.stream(values).map(v -> MimeUtility.unfold(v).strip()).toList();
  }
}
