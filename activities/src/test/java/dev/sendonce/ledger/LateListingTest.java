package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A change of a finished send is on the work list afterwards, whatever happened meanwhile. */
class LateListingTest {
  private static final Clock CLOCK = Clock.fixed(Sends.NOW, ZoneOffset.UTC);

  private final TestLedger fixture = TestLedger.inMemory(CLOCK);
  private final NewSend send = Sends.to("ann@example.org");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aWriteThatSleptUntilTheSweepHadGoneIsListedAgain() {
    fixture.ledger().prepare(send);
    fixture.ledger().cancel(send.key(), "ann", null);
    SendStore store = new MongoSendStore(fixture.database());
    SendStore slow = new SweptBeforeEachWrite(store, fixture.active());
    Ledger ledger = new Ledger(slow, fixture.active(), CLOCK, TestLedger.settings());

    assertThat(ledger.erase(send.key(), "ann")).isInstanceOf(Transition.Applied.class);

    assertThat(fixture.active().list(null, 10))
        .extracting(ActiveSends.ActiveSend::key)
        .containsExactly(send.key());
  }

  /** A process that is frozen right before its write, for longer than a sweep waits. */
  private record SweptBeforeEachWrite(SendStore store, ActiveSends active) implements SendStore {
    @Override
    public boolean insert(Document row) throws UnansweredException {
      return store.insert(row);
    }

    @Override
    public Optional<Document> find(String key) throws UnansweredException {
      return store.find(key);
    }

    @Override
    public Optional<Document> findOneAndUpdate(
        Document filter, Document update, List<Document> arrayFilters) throws UnansweredException {
      for (ActiveSends.ActiveSend listed : active.list(null, 10)) {
        assertThat(active.remove(listed, Duration.ZERO)).isTrue();
      }
      return store.findOneAndUpdate(filter, update, arrayFilters);
    }
  }
}
