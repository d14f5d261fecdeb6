package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.Answer;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.Probe;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.RelayProfile;
import dev.sendonce.evidence.RelayProfile.SentCopy;
import java.time.Clock;
import java.util.Optional;

/**
 * The copy that a submission server files in the sender's Sent folder. It proves acceptance where
 * the relay files copies itself, or may do so and nobody else does; its absence proves nothing: it
 * may be late, moved, filtered, over quota or never made. Thread-safe.
 */
public final class ImapSentCopy implements EvidenceSource {
  private final CopySearch search;
  private final Probe probe;
  private final boolean hitsCount;

  /**
   * @param weFileCopies the archive is on: then a copy speaks for the relay only where it is known
   *     to file its own
   */
  public ImapSentCopy(
      EvidenceSettings.Imap settings,
      RelayProfile profile,
      boolean weFileCopies,
      ImapClient client,
      Clock clock) {
    search =
        new CopySearch(
            client,
            profile,
            session -> SentFolders.of(session.list(), settings.sentFolder()),
            clock);
    probe = new Probe(name(), clock);
    hitsCount =
        profile.sentCopy() == SentCopy.AUTO
            || (profile.sentCopy() == SentCopy.UNKNOWN && !weFileCopies);
  }

  @Override
  public String name() {
    return "sent-copy";
  }

  @Override
  public boolean canProveNonAcceptance() {
    return false;
  }

  @Override
  public Optional<String> baseline() {
    return hitsCount ? search.baseline() : Optional.empty();
  }

  @Override
  public ProbeReport probe(Question question) {
    return probe.report(
        "a copy among mail filed since the attempt, then by searches",
        () ->
            hitsCount
                ? search.answer(question)
                : Answer.nothing("this relay files no copies, so none would be evidence"));
  }
}
