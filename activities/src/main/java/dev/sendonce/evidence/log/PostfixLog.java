package dev.sendonce.evidence.log;

import dev.sendonce.evidence.Answer;
import dev.sendonce.evidence.Question;
import dev.sendonce.send.AttemptMark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a Postfix wrote about an attempt.
 *
 * <p>Acceptance: cleanup names our Message-ID for a queue id, and qmgr then takes that queue id
 * into the active queue. The first line alone is a trap: cleanup writes it as soon as it has read
 * the header, also for bodies that are cut off later.
 *
 * <p>Non-acceptance: the smtpd that made the queue id says "lost connection after DATA (n bytes)"
 * or "timeout after DATA (n bytes)" in the same session. Since Postfix 2.6 these words, with the
 * byte count, mean that the final dot was not read: smtpd leaves that state when it reads the dot,
 * before it does anything else (smtpd.c, data_cmd). Or the message was refused after the dot by a
 * milter or by header and body checks. "Lost connection after END-OF-MESSAGE" says nothing.
 */
final class PostfixLog implements LogReading {
  /** How far the clocks of relay and node may differ before a session is not taken for ours. */
  private static final Duration TOLERANCE = Duration.ofSeconds(5);

  private static final Pattern LINE =
      Pattern.compile(
          "^(\\d{4}-\\d\\d-\\d\\dT\\S+|[A-Z][a-z]{2}\\s+\\d+ \\d\\d:\\d\\d:\\d\\d) \\S+ "
              + "\\S+/(smtpd|cleanup|qmgr)\\[(\\d+)\\]: (.*)$");
  private static final Pattern QUEUE_ID = Pattern.compile("^([0-9A-Za-z]{6,}): (.*)$");
  private static final Pattern CUT =
      Pattern.compile("^(?:lost connection|timeout) after DATA \\(\\d+ bytes\\) from .*");
  private static final Pattern REFUSED =
      Pattern.compile("^(?:(?:milter-)?reject: END-OF-MESSAGE|reject: (?:header|body)) .*");
  private static final Pattern ACTIVE =
      Pattern.compile("^from=<(.*)>, size=\\d+, nrcpt=\\d+ \\(queue active\\)$");

  private final Question question;
  private final LogTime time;
  private final Map<String, Transaction> currentByProcess = new HashMap<>();
  private final Map<String, Transaction> byQueueId = new HashMap<>();
  private final List<Transaction> ours = new ArrayList<>();

  PostfixLog(Question question, LogTime time) {
    this.question = question;
    this.time = time;
  }

  /** One queue id from the first accepted RCPT on. */
  private static final class Transaction {
    final String queueId;

    /** When smtpd made it; empty when that was before the lines at hand, or cannot be read. */
    final Optional<Instant> began;

    final boolean fromFilter;
    boolean identified;
    boolean over;
    boolean cut;
    boolean refused;
    Optional<String> activeSender = Optional.empty();

    Transaction(String queueId, Optional<Instant> began, boolean fromFilter) {
      this.queueId = queueId;
      this.began = began;
      this.fromFilter = fromFilter;
    }
  }

  @Override
  public void line(String line) {
    Matcher m = LINE.matcher(line);
    if (!m.matches()) {
      return;
    }
    String process = m.group(3);
    String text = m.group(4);
    switch (m.group(2)) {
      case "smtpd" -> smtpd(m.group(1), process, text);
      case "cleanup" -> cleanup(text);
      default -> qmgr(text);
    }
  }

  private void smtpd(String stamp, String process, String text) {
    Transaction current = currentByProcess.get(process);
    Matcher queued = QUEUE_ID.matcher(text);
    if (queued.matches() && queued.group(2).startsWith("client=")) {
      boolean fromFilter = queued.group(2).contains("orig_client=");
      Transaction begun = new Transaction(queued.group(1), time.ofSyslog(stamp), fromFilter);
      finish(current);
      currentByProcess.put(process, begun);
      byQueueId.put(begun.queueId, begun);
    } else if (queued.matches() && REFUSED.matcher(queued.group(2)).matches()) {
      refused(queued.group(1));
    } else if (current != null && CUT.matcher(text).matches()) {
      current.cut = true;
    } else if (text.startsWith("connect from ") || text.startsWith("disconnect from ")) {
      finish(current);
      currentByProcess.remove(process);
    }
  }

  private static void finish(Transaction transaction) {
    if (transaction != null) {
      transaction.over = true;
    }
  }

  private void cleanup(String text) {
    Matcher queued = QUEUE_ID.matcher(text);
    if (!queued.matches()) {
      return;
    }
    if (queued.group(2).startsWith("message-id=")) {
      identified(queued.group(1), queued.group(2).substring("message-id=".length()));
    } else if (REFUSED.matcher(queued.group(2)).matches()) {
      refused(queued.group(1));
    }
  }

  private void identified(String queueId, String messageId) {
    Transaction transaction =
        byQueueId.computeIfAbsent(queueId, id -> new Transaction(id, Optional.empty(), false));
    transaction.identified = true;
    if (messageId.equals(question.messageId())) {
      ours.add(transaction);
    } else {
      byQueueId.remove(queueId);
    }
  }

  private void refused(String queueId) {
    Transaction transaction = byQueueId.get(queueId);
    if (transaction != null) {
      transaction.refused = true;
    }
  }

  private void qmgr(String text) {
    Matcher queued = QUEUE_ID.matcher(text);
    if (queued.matches()) {
      Matcher active = ACTIVE.matcher(queued.group(2));
      Transaction transaction = byQueueId.get(queued.group(1));
      if (transaction != null && active.matches()) {
        transaction.activeSender = Optional.of(active.group(1));
      }
    }
  }

  @Override
  public Answer conclude(boolean complete) {
    for (Transaction t : ours) {
      if (t.activeSender.isPresent() && isOfThisAttempt(t, complete)) {
        return Answer.accepted(
            question, "postfix/" + t.queueId, "queue id " + t.queueId + " became active");
      }
    }
    if (ours.isEmpty()) {
      return Answer.nothing("no line names this Message-ID");
    }
    Optional<String> objection = objectionToNonAcceptance(complete);
    if (objection.isPresent()) {
      return Answer.nothing(objection.get());
    }
    Transaction t = ours.get(0);
    return Answer.notAccepted(
        question,
        "postfix/" + t.queueId,
        "queue id "
            + t.queueId
            + (t.refused ? " was refused after end of data" : " was lost before its end of data"));
  }

  private boolean isOfThisAttempt(Transaction t, boolean complete) {
    Optional<AttemptMark> mark =
        t.activeSender
            .flatMap(AttemptMark::ofReturnPath)
            .filter(m -> m.sendId().equalsIgnoreCase(question.sendId()));
    if (mark.isPresent()) {
      return mark.get().attempt() == question.attempt();
    }
    boolean begunAfterBaseline = complete && t.began.isPresent();
    return question.hasOwnMessageId() && (question.onlyLatchedAttempt() || begunAfterBaseline);
  }

  /** Why the lines do not prove that this very attempt was not accepted; empty when they do. */
  private Optional<String> objectionToNonAcceptance(boolean complete) {
    Transaction t = ours.get(0);
    if (!t.cut && !t.refused) {
      return Optional.of("queue id " + t.queueId + " has no end yet");
    }
    if (!complete || !question.hasOwnMessageId()) {
      return Optional.of(
          "a lost session, but the log is not known to be complete since the attempt");
    }
    if (ours.size() > 1) {
      return Optional.of("more than one session carried this Message-ID");
    }
    if (t.activeSender.isPresent() || t.fromFilter || !t.over) {
      return Optional.of("queue id " + t.queueId + " is not known to be ended");
    }
    Instant earliest = question.openedAt().minus(TOLERANCE);
    if (t.began.isEmpty() || t.began.get().isBefore(earliest)) {
      return Optional.of("the lost session is older than the attempt");
    }
    return othersOpen()
        ? Optional.of("another session of that time is still open")
        : Optional.empty();
  }

  /**
   * A session that began in time and of which no Message-ID is known yet could be the attempt's
   * own, the lost one then being that of an earlier owner who was fenced off in the middle of its
   * body.
   */
  private boolean othersOpen() {
    Instant latest = question.endOfDataAt().plus(TOLERANCE);
    return currentByProcess.values().stream()
        .filter(t -> !t.identified)
        .anyMatch(t -> t.began.isEmpty() || !t.began.get().isAfter(latest));
  }
}
