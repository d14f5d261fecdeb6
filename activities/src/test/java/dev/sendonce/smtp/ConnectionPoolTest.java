package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectionPoolTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final List<String> dismissed = new ArrayList<>();
  private final ConnectionPool<String> pool =
      new ConnectionPool<>(
          new ConnectionPool.Limits(Duration.ofSeconds(30), Duration.ofSeconds(100), 3),
          now::get,
          dismissed::add);

  @Test
  void givesOutWhatWasGivenBackOnceOnly() {
    pool.giveBack(fresh("a"));
    assertThat(taken()).contains("a");
    assertThat(taken()).isEmpty();
    assertThat(dismissed).isEmpty();
  }

  @Test
  void givesOutTheNewestFirst() {
    pool.giveBack(fresh("a"));
    pool.giveBack(fresh("b"));
    assertThat(taken()).contains("b");
    assertThat(taken()).contains("a");
  }

  @Test
  void dismissesWhatIsIdleTooLong() {
    pool.giveBack(fresh("a"));
    pass(29);
    pool.sweep();
    assertThat(dismissed).isEmpty();
    pass(1);
    pool.sweep();
    assertThat(dismissed).containsExactly("a");
    assertThat(taken()).isEmpty();
  }

  @Test
  void neverGivesOutWhatIsTooOldEvenUnswept() {
    pool.giveBack(fresh("a"));
    pass(30);
    assertThat(taken()).isEmpty();
    assertThat(dismissed).containsExactly("a");
  }

  @Test
  void dismissesWhatHasServedEnough() {
    ConnectionPool.Kept<String> connection = fresh("a");
    for (int messages = 1; messages < 3; messages++) {
      pool.giveBack(connection);
      connection = pool.take().orElseThrow();
    }
    pool.giveBack(connection);
    assertThat(taken()).isEmpty();
    assertThat(dismissed).containsExactly("a");
  }

  @Test
  void dismissesWhatIsOldHoweverBusy() {
    ConnectionPool.Kept<String> connection = fresh("a");
    pass(80);
    pool.giveBack(connection);
    pass(20);
    assertThat(taken()).isEmpty();
    assertThat(dismissed).containsExactly("a");
  }

  @Test
  void keepsNothingOnceClosed() {
    pool.giveBack(fresh("a"));
    ConnectionPool.Kept<String> out = fresh("b");
    pool.close();
    pool.giveBack(out);
    assertThat(dismissed).containsExactly("a", "b");
    assertThat(taken()).isEmpty();
  }

  private Optional<String> taken() {
    return pool.take().map(ConnectionPool.Kept::connection);
  }

  private ConnectionPool.Kept<String> fresh(String name) {
    return ConnectionPool.Kept.fresh(name, now.get());
  }

  private void pass(long seconds) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }
}
