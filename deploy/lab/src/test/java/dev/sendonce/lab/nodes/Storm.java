package dev.sendonce.lab.nodes;

import dev.sendonce.lab.proxy.Line;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Kills and freezes one node after another, and cuts connections to MongoDB, until it is told to
 * stop; then every node runs again and the network is sound.
 */
final class Storm implements AutoCloseable {
  private static final double SHARE_OF_CUTS = 0.0005;

  private final Fleet fleet;
  private final Random random;
  private final long pauseMillis;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Thread thread;
  private int kills;
  private int freezes;

  /**
   * Begins at once.
   *
   * @param pauseMillis between two blows
   */
  Storm(Fleet fleet, long seed, long pauseMillis) {
    this.fleet = fleet;
    this.random = new Random(seed);
    this.pauseMillis = pauseMillis;
    fleet.network().use(Line.cuttingAtRandom(seed, SHARE_OF_CUTS));
    thread = new Thread(this::blow, "storm");
    thread.start();
  }

  private void blow() {
    try {
      while (!over.await(pauseMillis, TimeUnit.MILLISECONDS)) {
        int victim = 1 + random.nextInt(fleet.size());
        if (random.nextInt(3) == 0) {
          fleet.network().cutAll();
        } else if (random.nextBoolean()) {
          fleet.kill(victim);
          kills++;
          fleet.revive();
        } else {
          freeze(victim);
        }
      }
    } catch (InterruptedException | IOException | RuntimeException | AssertionError e) {
      failure.set(new IllegalStateException("the storm broke off", e));
    }
  }

  /**
   * Longer than a lease, an outbox lock and a heartbeat time-out in some cases, shorter in others.
   */
  private void freeze(int victim) throws IOException, InterruptedException {
    fleet.freeze(victim);
    freezes++;
    try {
      long millis = 1_000L + random.nextInt(12_000);
      if (over.await(millis, TimeUnit.MILLISECONDS)) {
        return;
      }
    } finally {
      fleet.thaw(victim);
    }
  }

  /** Ends it and tells what it did. */
  String end() throws Exception {
    over.countDown();
    thread.join();
    fleet.network().use(Line.SOUND);
    if (failure.get() != null) {
      throw failure.get();
    }
    return kills
        + " kills, "
        + freezes
        + " freezes, "
        + fleet.network().cuts()
        + " connections cut";
  }

  @Override
  public void close() {
    over.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
