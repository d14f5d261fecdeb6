package dev.sendonce.lab.engines;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Finds ports that nobody uses. */
public final class FreePorts {
  private static final int FIRST = 10_000;
  private static final int RANGE = 100;

  /** Below the ports that systems hand out by themselves. */
  private static final int LAST = 32_000;

  private FreePorts() {}

  /** The base of a hundred ports that are all free; test processes side by side share none. */
  public static int base() {
    int fork = Integer.getInteger("test.fork", 0) % 2;
    return ThreadLocalRandom.current()
        .ints(FIRST / RANGE, LAST / RANGE)
        .filter(hundred -> hundred % 2 == fork)
        .map(hundred -> hundred * RANGE)
        .filter(base -> IntStream.range(base, base + RANGE).allMatch(FreePorts::isFree))
        .findFirst()
        .orElseThrow();
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
