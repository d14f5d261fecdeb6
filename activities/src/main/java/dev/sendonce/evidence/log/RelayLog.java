package dev.sendonce.evidence.log;

import dev.sendonce.evidence.Answer;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSettings.LogFormat;
import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.Probe;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.log.LogFile.Mark;
import dev.sendonce.evidence.log.LogFile.Segment;
import dev.sendonce.evidence.log.LogFile.Stretch;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of a relay of our own, the only source that can prove non-acceptance. It does so only
 * from lines that say so, found after the place where the log ended before the attempt: a session
 * that began after that place belongs to this attempt, whatever the clocks say. Thread-safe.
 */
public final class RelayLog implements EvidenceSource {
  private static final Logger LOG = LoggerFactory.getLogger(RelayLog.class);
  private static final long LIMIT = 1L << 30;

  private final EvidenceSettings.RelayLogFile settings;
  private final LogFile file;
  private final Probe probe;
  private final Clock clock;

  public RelayLog(EvidenceSettings.RelayLogFile settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
    file = new LogFile(settings.path());
    probe = new Probe(name(), clock);
  }

  @Override
  public String name() {
    return "relay-log";
  }

  @Override
  public boolean canProveNonAcceptance() {
    return true;
  }

  /** Never a remembered one: an older attempt of the same send must lie before it. */
  @Override
  public Optional<String> baseline() {
    try {
      return Optional.of(file.end().encode());
    } catch (IOException e) {
      LOG.warn("The relay's log {} cannot be read: {}", settings.path(), e.toString());
      return Optional.empty();
    }
  }

  @Override
  public ProbeReport probe(Question question) {
    return probe.report("lines written since the attempt", () -> answer(question));
  }

  private Answer answer(Question question) throws IOException {
    LogReading reading =
        settings.format() == LogFormat.EXIM
            ? new EximLog(question)
            : new PostfixLog(question, new LogTime(settings.zone(), clock.instant()));
    String inode = file.inodeNow();
    Stretch stretch = file.since(question.baseline().flatMap(Mark::decode));
    long left = LIMIT;
    for (Segment segment : stretch.segments()) {
      left -= Lines.read(segment, left, reading::line);
    }
    boolean rotatedMeanwhile = !file.inodeNow().equals(inode);
    return reading.conclude(stretch.complete() && !rotatedMeanwhile);
  }
}
