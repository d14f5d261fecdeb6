package dev.sendonce.lease;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Filters;
import dev.sendonce.ledger.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeasesTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration OVER = Duration.ofMillis(-1);

  @RegisterExtension private final TestDatabase mongo = new TestDatabase();

  private Leases leases;

  @BeforeEach
  void start() {
    leases = new Leases(mongo.get());
  }

  @Test
  void givesAFreeLeaseToOneOwnerOnly() {
    assertThat(leases.acquire("feed", "a", LONG)).contains(new Lease("feed", "a", 1));
    assertThat(leases.acquire("feed", "b", LONG)).isEmpty();
    assertThat(leases.acquire("feed", "a", LONG)).isEmpty();
  }

  @Test
  void handsOverALeaseThatRanOutWithALargerNumber() {
    Lease old = leases.acquire("feed", "a", LONG).orElseThrow();
    Lease taken = runOut("b");
    assertThat(taken.number()).isEqualTo(2);
    assertThat(leases.renew(old)).isFalse();
    assertThat(leases.isCurrent(old)).isFalse();
    assertThat(leases.isCurrent(taken)).isTrue();
  }

  @Test
  void anOwnerThatTakesItsOwnLeaseAgainIsFencedFromItsOlderSelf() {
    Lease frozen = leases.acquire("feed", "a", LONG).orElseThrow();
    Lease thawed = runOut("a");
    assertThat(leases.isCurrent(frozen)).isFalse();
    assertThat(leases.isCurrent(thawed)).isTrue();
  }

  /** The twin: a guard on the owner alone takes a frozen process for its own successor. */
  @Test
  void withoutTheNumberTheFrozenSelfOfAnOwnerPasses() {
    Lease frozen = leases.acquire("feed", "a", LONG).orElseThrow();
    runOut("a");
    var byOwner =
        mongo
            .get()
            .getCollection("leases")
            .find(Filters.and(Filters.eq("_id", "feed"), Filters.eq("owner", frozen.owner())));
    assertThat(byOwner.first()).isNotNull();
    assertThat(leases.isCurrent(frozen)).isFalse();
  }

  @Test
  void keepsALeaseThatIsRenewed() {
    Lease lease = leases.acquire("feed", "a", LONG).orElseThrow();
    assertThat(leases.renew(lease)).isTrue();
    assertThat(leases.acquire("feed", "b", LONG)).isEmpty();
  }

  @Test
  void aReleasedLeaseIsFreeAtOnceAndALateReleaseTakesNothingAway() {
    Lease first = leases.acquire("feed", "a", LONG).orElseThrow();
    leases.release(first);
    Lease second = leases.acquire("feed", "b", LONG).orElseThrow();
    leases.release(first);
    assertThat(leases.isCurrent(second)).isTrue();
    assertThat(leases.acquire("feed", "c", LONG)).isEmpty();
  }

  @Test
  void hasExactlyOneWinnerAmongManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      for (int round = 0; round < 20; round++) {
        String name = "race-" + round;
        List<Callable<Optional<Lease>>> racers =
            java.util.stream.IntStream.range(0, 16)
                .<Callable<Optional<Lease>>>mapToObj(
                    i -> () -> leases.acquire(name, "node-" + i, LONG))
                .toList();
        long winners = 0;
        for (Future<Optional<Lease>> answer : threads.invokeAll(racers)) {
          winners += answer.get().isPresent() ? 1 : 0;
        }
        assertThat(winners).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Lease runOut(String owner) {
    return Awaitility.await()
        .until(() -> leases.acquire("feed", owner, OVER), Optional::isPresent)
        .orElseThrow();
  }
}
