package dev.sendonce.evidence.log;

import dev.sendonce.evidence.Answer;
import dev.sendonce.evidence.Question;
import dev.sendonce.send.AttemptMark;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an Exim wrote about an attempt.
 *
 * <p>Acceptance: the {@code <=} line with {@code id=} our Message-ID; Exim writes it only after it
 * has looked whether the client is still there.
 *
 * <p>Non-acceptance: "SMTP connection lost after final dot"; Exim has then deleted what it had
 * (receive.c). That line names the Exim id but no Message-ID, so it counts only together with a
 * line that ties the two, which the administrator has the DATA ACL write: {@code logwrite =
 * sendonce from=<$sender_address> id=$h_message-id:}. A refusal by that ACL counts the same way,
 * when its line carries the return path of the attempt.
 */
final class EximLog implements LogReading {
  private static final Pattern LINE =
      Pattern.compile(
          "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?: [+-]\\d{4})?(?: \\[\\d+\\])? "
              + "(?:([0-9A-Za-z]{6}-[0-9A-Za-z]{6,11}-[0-9A-Za-z]{2,4}) )?(.*)$");
  private static final Pattern ARRIVED = Pattern.compile("^<= (\\S+) .*?\\bid=(\\S+).*");
  private static final Pattern TIED =
      Pattern.compile("^sendonce from=<(.*?)> id=\\s*(<[^<>\\s]+>)(?:\\s|\\\\n)*$");
  private static final Pattern REFUSED =
      Pattern.compile(".*\\bF=<(.*?)> (?:temporarily )?rejected after DATA\\b.*");

  private final Question question;
  private final Map<String, String> senderByOurId = new HashMap<>();
  private final Set<String> lost = new HashSet<>();
  private final Set<String> refused = new HashSet<>();
  private Optional<String> accepted = Optional.empty();
  private boolean otherAccepted;

  EximLog(Question question) {
    this.question = question;
  }

  @Override
  public void line(String line) {
    Matcher m = LINE.matcher(line);
    if (!m.matches() || m.group(1) == null) {
      return;
    }
    String eximId = m.group(1);
    String text = m.group(2);
    Matcher arrived = ARRIVED.matcher(text);
    Matcher tied = TIED.matcher(text);
    Matcher reject = REFUSED.matcher(text);
    if (arrived.matches() && isOurs("<" + arrived.group(2) + ">")) {
      arrived(eximId, arrived.group(1));
    } else if (tied.matches() && isOurs(tied.group(2))) {
      senderByOurId.put(eximId, tied.group(1));
    } else if (text.startsWith("SMTP connection lost after final dot")) {
      lost.add(eximId);
    } else if (reject.matches() && mark(reject.group(1)).filter(this::isThisAttempt).isPresent()) {
      senderByOurId.put(eximId, reject.group(1));
      refused.add(eximId);
    }
  }

  private boolean isOurs(String messageId) {
    return messageId.equals(question.messageId());
  }

  private Optional<AttemptMark> mark(String sender) {
    return AttemptMark.ofReturnPath(sender)
        .filter(m -> m.sendId().equalsIgnoreCase(question.sendId()));
  }

  private boolean isThisAttempt(AttemptMark mark) {
    return mark.attempt() == question.attempt();
  }

  private void arrived(String eximId, String sender) {
    Optional<AttemptMark> mark = mark(sender);
    if (mark.isPresent() && !isThisAttempt(mark.get())) {
      otherAccepted = true;
    } else if (mark.isPresent() || question.hasOwnMessageId()) {
      accepted = accepted.or(() -> Optional.of(eximId));
      senderByOurId.put(eximId, sender);
    }
  }

  @Override
  public Answer conclude(boolean complete) {
    if (accepted.isPresent()) {
      boolean marked = mark(senderByOurId.get(accepted.get())).isPresent();
      return marked || complete || question.onlyLatchedAttempt()
          ? Answer.accepted(
              question, "exim/" + accepted.get(), "arrived under the id " + accepted.get())
          : Answer.nothing("it arrived, but the log does not tell in which attempt");
    }
    Set<String> mine = new HashSet<>();
    senderByOurId.forEach(
        (id, sender) -> {
          if (mark(sender).map(this::isThisAttempt).orElse(question.hasOwnMessageId())) {
            mine.add(id);
          }
        });
    if (mine.isEmpty()) {
      return Answer.nothing(
          otherAccepted ? "only another attempt arrived" : "no line names this message");
    }
    String id = mine.iterator().next();
    boolean ended = lost.contains(id) || refused.contains(id);
    if (!complete || mine.size() > 1 || !ended) {
      return Answer.nothing("the log does not prove how this attempt ended");
    }
    return Answer.notAccepted(
        question,
        "exim/" + id,
        "the id "
            + id
            + (refused.contains(id) ? " was refused after DATA" : " was given up after final dot"));
  }
}
