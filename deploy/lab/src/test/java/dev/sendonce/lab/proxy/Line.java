package dev.sendonce.lab.proxy;

import java.util.Random;

/** Decides what becomes of bytes that cross a proxy. Thread-safe. */
@FunctionalInterface
public interface Line {
  /** Which way bytes go. */
  enum Direction {
    TO_SERVER,
    TO_CLIENT
  }

  /** Everything passes. */
  Line SOUND = (direction, length) -> length;

  /**
   * How many of the next bytes pass. Fewer than {@code length} means that the connection is reset
   * on both sides after them: a request may have been lost, broken off, or applied with its answer
   * lost.
   */
  int passes(Direction direction, int length);

  /**
   * Cuts at random, before, inside or after a message, in both directions alike.
   *
   * @param share of the chunks that are cut, from 0 to 1
   */
  static Line cuttingAtRandom(long seed, double share) {
    Random random = new Random(seed);
    return (direction, length) -> random.nextDouble() < share ? random.nextInt(length) : length;
  }
}
