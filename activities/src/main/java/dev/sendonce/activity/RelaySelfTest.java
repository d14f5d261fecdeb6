package dev.sendonce.activity;

import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.sources.EvidenceSources;
import dev.sendonce.message.Letter;
import dev.sendonce.message.Mailbox;
import dev.sendonce.message.MessageFreezer;
import dev.sendonce.message.MessageId;
import dev.sendonce.message.SpooledMessage;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reply;
import dev.sendonce.smtp.AbortSwitch;
import dev.sendonce.smtp.Relay;
import dev.sendonce.smtp.Transmission;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Sends one letter through a relay to its operator's own address and finds out what the relay does
 * to it: what it answers, which evidence sources find it and when, what becomes of its Message-ID.
 * The letter is no send: it is in no ledger, and nobody but the operator gets it.
 */
public final class RelaySelfTest {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

  private final Relay relay;
  private final EvidenceSources sources;
  private final Path temporary;
  private final Clock clock;
  private final Consumer<Duration> pause;

  /**
   * @param temporary directory for temporary files
   * @param pause waits between looks
   */
  public RelaySelfTest(
      Relay relay, EvidenceSources sources, Path temporary, Clock clock, Consumer<Duration> pause) {
    this.relay = relay;
    this.sources = sources;
    this.temporary = temporary;
    this.clock = clock;
    this.pause = pause;
  }

  /**
   * What was found out.
   *
   * @param outcome of the one transaction
   * @param providerId the relay's own id in its reply, by the profile's pattern
   * @param reports the last answer of each source, in the order they are asked
   * @param after how long after the reply a source gave proof
   */
  public record Findings(
      String profile,
      Outcome outcome,
      Optional<Reply> reply,
      Optional<String> providerId,
      List<ProbeReport> reports,
      Map<String, Duration> after) {
    public Findings {
      reports = List.copyOf(reports);
      after = Map.copyOf(after);
    }

    /** True when the relay took the letter and every source found it. */
    public boolean isGood() {
      return outcome instanceof Outcome.Accepted && after.size() == reports.size();
    }
  }

  /**
   * Sends the letter and looks for it.
   *
   * @param patience how long to look for what is not found at once
   * @throws IOException when the letter cannot be written to the temporary directory
   */
  public Findings run(EmailAddress from, EmailAddress to, Duration patience) throws IOException {
    String sendId = UUID.randomUUID().toString();
    Map<String, String> baselines = new LinkedHashMap<>();
    for (EvidenceSource source : sources.probed()) {
      source.baseline().ifPresent(b -> baselines.put(source.name(), b));
    }
    Instant opened = clock.instant();
    try (SpooledMessage message = new MessageFreezer(temporary).freeze(letter(sendId, from, to))) {
      AttemptResult result =
          relay.transmit(
              new Transmission(
                  sendId,
                  1,
                  from,
                  List.of(new Transmission.Recipient(0, to)),
                  message,
                  from.needsSmtpUtf8() || to.needsSmtpUtf8()),
              replies -> true,
              new AbortSwitch());
      Optional<Reply> reply = reply(result.outcome());
      String text = reply.map(Reply::text).orElse("");
      Map<String, Duration> after = new LinkedHashMap<>();
      Map<String, ProbeReport> reports = new LinkedHashMap<>();
      if (mayHaveBeenTaken(result.outcome())) {
        Asked asked =
            new Asked(sendId, message.messageId(), from, to, opened, clock.instant(), text);
        look(asked, baselines, patience, reports, after);
      }
      return new Findings(
          sources.profile().name(),
          result.outcome(),
          reply,
          sources.profile().providerId(text),
          List.copyOf(reports.values()),
          after);
    }
  }

  private record Asked(
      String sendId,
      String messageId,
      EmailAddress from,
      EmailAddress to,
      Instant opened,
      Instant answered,
      String reply) {
    Question question(Optional<String> baseline) {
      return new Question(
          "relay check",
          sendId,
          1,
          messageId,
          from,
          List.of(new Question.Latched(0, to)),
          true,
          opened,
          answered,
          Optional.empty(),
          reply,
          baseline);
    }
  }

  private void look(
      Asked asked,
      Map<String, String> baselines,
      Duration patience,
      Map<String, ProbeReport> reports,
      Map<String, Duration> after) {
    Instant end = asked.answered().plus(patience);
    boolean first = true;
    while (first || (after.size() < reports.size() && clock.instant().isBefore(end))) {
      if (!first) {
        pause.accept(BETWEEN_LOOKS);
      }
      first = false;
      for (EvidenceSource source : sources.probed()) {
        if (!after.containsKey(source.name())) {
          Optional<String> baseline = Optional.ofNullable(baselines.get(source.name()));
          ProbeReport report = source.probe(asked.question(baseline));
          reports.put(source.name(), report);
          if (report.verdict() == Verdict.ACCEPTED) {
            after.put(source.name(), Duration.between(asked.answered(), clock.instant()));
          }
        }
      }
    }
  }

  private static boolean mayHaveBeenTaken(Outcome outcome) {
    return outcome instanceof Outcome.Accepted || outcome instanceof Outcome.Uncertain;
  }

  private static Optional<Reply> reply(Outcome outcome) {
    if (outcome instanceof Outcome.Accepted accepted) {
      return Optional.of(accepted.reply());
    }
    if (outcome instanceof Outcome.Rejected rejected) {
      return Optional.of(rejected.reply());
    }
    if (outcome instanceof Outcome.NotAccepted notAccepted) {
      return Optional.ofNullable(notAccepted.reply());
    }
    return Optional.ofNullable(((Outcome.Uncertain) outcome).reply());
  }

  private Letter letter(String sendId, EmailAddress from, EmailAddress to) {
    return new Letter(
        sendId,
        MessageId.of(sendId, from.domain()),
        clock.instant(),
        Mailbox.of(from),
        Optional.empty(),
        List.of(Mailbox.of(to)),
        List.of(),
        "sendonce relay check",
        Optional.of(
            "This letter was sent to see what a relay does to it.\r\nNothing is to be done.\r\n"),
        Optional.empty(),
        Map.of(),
        List.of());
  }
}
