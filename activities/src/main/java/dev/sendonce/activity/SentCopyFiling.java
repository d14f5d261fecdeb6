package dev.sendonce.activity;

import dev.sendonce.evidence.imap.SentArchive;
import dev.sendonce.ledger.Messages;
import dev.sendonce.send.FrozenMessage;
import dev.sendonce.send.Send;
import java.util.Map;
import java.util.Optional;

/** Files a copy of every accepted message for the relays that have an archive. Thread-safe. */
public final class SentCopyFiling implements SlowWork {
  private final Map<String, SentArchive> archives;
  private final Messages messages;

  /**
   * @param archives by relay name
   */
  public SentCopyFiling(Map<String, SentArchive> archives, Messages messages) {
    this.archives = Map.copyOf(archives);
    this.messages = messages;
  }

  @Override
  public Optional<String> afterAcceptance(Send send) {
    SentArchive archive = archives.get(send.relay());
    if (archive == null) {
      return Optional.empty();
    }
    Optional<FrozenMessage> message = messages.load(send.id());
    return Optional.of(
        message
            .map(m -> archive.file(m, send.id(), send.updatedAt()).describe())
            .orElse("no copy filed: the frozen message is gone"));
  }
}
