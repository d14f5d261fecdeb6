package dev.sendonce.ledger.exploration;

import java.util.Arrays;

/** The parts of a {@link World}, each packed into an int so that millions of worlds fit. */
final class Bits {
  private Bits() {}

  static int[] with(int[] list, int added) {
    int[] copy = Arrays.copyOf(list, list.length + 1);
    copy[list.length] = added;
    return copy;
  }

  static int[] without(int[] list, int index) {
    int[] copy = new int[list.length - 1];
    System.arraycopy(list, 0, copy, 0, index);
    System.arraycopy(list, index + 1, copy, index, list.length - index - 1);
    return copy;
  }

  static int[] replaced(int[] list, int index, int value) {
    int[] copy = list.clone();
    copy[index] = value;
    return copy;
  }

  static int field(int packed, int shift, int width) {
    return (packed >>> shift) & ((1 << width) - 1);
  }

  static int set(int packed, int shift, int width, int value) {
    int mask = ((1 << width) - 1) << shift;
    return (packed & ~mask) | (value << shift);
  }
}
