package dev.sendonce.ledger.exploration;

import java.util.Arrays;

/** The worlds met, in the order they were met, each with the one it was met from. */
final class WorldSet {
  private static final int FREE = -1;

  private int[][] worlds = new int[1 << 12][];
  private int[] parents = new int[1 << 12];
  private int[] table = newTable(1 << 13);
  private int size;

  int size() {
    return size;
  }

  int[] get(int index) {
    return worlds[index];
  }

  int parent(int index) {
    return parents[index];
  }

  /** True when it is new. */
  boolean add(int[] world, int parent) {
    int slot = slot(world);
    if (table[slot] != FREE) {
      return false;
    }
    table[slot] = append(world, parent);
    if (size * 2 > table.length) {
      grow();
    }
    return true;
  }

  /** Appends it even when it is known: for the end of a counterexample. */
  int addAlways(int[] world, int parent) {
    return append(world, parent);
  }

  private int append(int[] world, int parent) {
    if (size == worlds.length) {
      worlds = Arrays.copyOf(worlds, size * 2);
      parents = Arrays.copyOf(parents, size * 2);
    }
    worlds[size] = world;
    parents[size] = parent;
    return size++;
  }

  private int slot(int[] world) {
    int mask = table.length - 1;
    int slot = spread(Arrays.hashCode(world)) & mask;
    while (table[slot] != FREE && !Arrays.equals(worlds[table[slot]], world)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    table = newTable(table.length * 2);
    for (int i = 0; i < size; i++) {
      table[slot(worlds[i])] = i;
    }
  }

  private static int[] newTable(int length) {
    int[] table = new int[length];
    Arrays.fill(table, FREE);
    return table;
  }

  private static int spread(int hash) {
    int h = hash * 0x9E3779B9;
    return h ^ (h >>> 15);
  }
}
