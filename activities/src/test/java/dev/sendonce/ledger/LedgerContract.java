package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * What every ledger must do, whatever MongoDB it stands on: the chapters before, races and lists.
 */
public abstract class LedgerContract extends EvidenceContract {
  private static final int THREADS = 16;

  @Test
  void ofManyAcceptancesOfOneKeyExactlyOneWins() throws Exception {
    SendKey key = new SendKey("race");
    List<Preparation> answers =
        race(i -> ledger.prepare(Sends.keyed(key, "ann" + i + "@example.org")));
    assertThat(answers).filteredOn(Preparation.Prepared.class::isInstance).hasSize(1);
    assertThat(answers).filteredOn(Preparation.Taken.class::isInstance).hasSize(THREADS - 1);
  }

  @Test
  void ofManyExecutionsOfOneAttemptExactlyOneWins() throws Exception {
    SendKey key = prepared("ann@example.org");
    List<Claim> answers = race(i -> open(key, 1, "token-" + i));
    assertThat(answers).filteredOn(Claim.Claimed.class::isInstance).hasSize(1);
    assertThat(ledger.find(key).orElseThrow().version()).isEqualTo(2);
  }

  @Test
  void latchSettleAndCancelExcludeEachOther() throws Exception {
    for (int round = 0; round < 20; round++) {
      SendKey key = prepared("ann@example.org");
      String token = claim(key, 1);
      List<Object> answers =
          race(
              i ->
                  i % 3 == 0
                      ? latch(key, 1, token, Sends.taken(1))
                      : i % 3 == 1
                          ? ledger.cancel(key, "eve", null)
                          : ledger.settle(key, 1, true, RETRY_AT, "worker lost"));
      boolean latched = answers.stream().anyMatch(Latch.Latched.class::isInstance);
      Send row = ledger.find(key).orElseThrow();
      assertThat(row.state() == SendState.NOT_SENT || row.state() == SendState.PREPARED)
          .as("latched: %s, row: %s", latched, row)
          .isEqualTo(!latched);
      assertThat(row.timeline()).hasSize((int) row.version());
    }
  }

  @Test
  void notesFromEverywhereAllFindTheirPlace() throws Exception {
    SendKey key = prepared("ann@example.org");
    race(i -> ledger.note(key, "note", "node-" + i, null));
    Send row = ledger.find(key).orElseThrow();
    assertThat(row.version()).isEqualTo(THREADS + 1);
    assertThat(row.timeline())
        .extracting(Send.TimelineEntry::actor)
        .doesNotHaveDuplicates()
        .hasSize(THREADS + 1);
  }

  @Test
  void listsAreNewestFirstAndTheirCursorIsStable() {
    List<SendKey> keys = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      SendKey key = new SendKey("list-" + i);
      keys.add(0, key);
      ledger.prepare(Sends.keyed(key, "Ann@example.org", "bob" + i + "@example.org"));
    }
    SendPage first = fixture.queries().list(SendFilter.ALL, null, 3);
    ledger.prepare(Sends.keyed(new SendKey("list-9"), "ann@example.org"));
    SendPage second = fixture.queries().list(SendFilter.ALL, first.next(), 3);
    SendPage third = fixture.queries().list(SendFilter.ALL, second.next(), 3);
    assertThat(List.of(first, second, third))
        .flatExtracting(SendPage::items)
        .extracting(Send::key)
        .isEqualTo(keys);
    assertThat(third.next()).isNull();
    assertThatThrownBy(() -> fixture.queries().list(SendFilter.ALL, "nonsense", 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void listsFilterByEachFieldAndBySamePerson() {
    SendKey waiting = prepared("Ann@example.org");
    SendKey gone = prepared("bob@example.org");
    applied(ledger.cancel(gone, "eve", null));
    assertThat(keys(new SendFilter(SendState.NOT_SENT, null, null, null, null, null)))
        .containsExactly(gone);
    assertThat(keys(new SendFilter(null, "shop", "default", null, "ANN@EXAMPLE.ORG", NOW)))
        .containsExactly(waiting);
    assertThat(keys(new SendFilter(null, "other", null, null, null, null))).isEmpty();
    assertThat(keys(new SendFilter(null, null, null, null, null, NOW.plusMillis(1)))).isEmpty();
  }

  private List<SendKey> keys(SendFilter filter) {
    return fixture.queries().list(filter, null, 50).items().stream().map(Send::key).toList();
  }

  /** One call that knows its number. */
  interface Runner<T> {
    T run(int number);
  }

  private static <T> List<T> race(Runner<? extends T> runner)
      throws InterruptedException, ExecutionException {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<T>> calls = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        calls.add(() -> runner.run(number));
      }
      List<T> answers = new ArrayList<>();
      for (Future<T> future : threads.invokeAll(calls)) {
        answers.add(future.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }
}
