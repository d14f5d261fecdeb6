package dev.sendonce.evidence.imap;

import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.Probe;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.RelayProfile;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The mailbox of an extra envelope recipient of our own. A server takes or refuses a transaction as
 * a whole, so the copy that arrives here proves acceptance for everybody in it. A copy that does
 * not arrive proves nothing: it may be late, filtered or over quota. Thread-safe.
 */
public final class JournalMailbox implements EvidenceSource {
  private final CopySearch search;
  private final Probe probe;

  public JournalMailbox(
      EvidenceSettings.Journal settings, RelayProfile profile, ImapClient client, Clock clock) {
    search = new CopySearch(client, profile, session -> List.of(settings.folder()), clock);
    probe = new Probe(name(), clock);
  }

  @Override
  public String name() {
    return "journal";
  }

  @Override
  public boolean canProveNonAcceptance() {
    return false;
  }

  @Override
  public Optional<String> baseline() {
    return search.baseline();
  }

  @Override
  public ProbeReport probe(Question question) {
    return probe.report(
        "a copy among mail received since the attempt, then by searches",
        () -> search.answer(question));
  }
}
