package dev.sendonce.api;

import dev.sendonce.activity.ArrivingEvidence;
import dev.sendonce.api.engine.Engine;
import dev.sendonce.api.schedule.ScheduleParts;
import dev.sendonce.api.send.Verification;
import dev.sendonce.evidence.EvidenceSink;
import dev.sendonce.evidence.sources.EvidenceSources;
import dev.sendonce.ledger.SendLookup;
import dev.sendonce.smtp.Relay;
import java.time.Clock;
import java.util.Map;

/** What the REST side works with. */
record RestParts(
    Clock clock,
    Storage storage,
    Map<String, Relay> relays,
    Map<String, EvidenceSources> evidence,
    Engine engine,
    Verification verification,
    ScheduleParts schedules) {
  RestParts {
    relays = Map.copyOf(relays);
    evidence = Map.copyOf(evidence);
  }

  /** Where evidence goes that arrives by itself. */
  EvidenceSink evidenceSink() {
    return new ArrivingEvidence(storage.ledger(), new SendLookup(storage.database()), engine::wake);
  }
}
