package dev.sendonce.api.drain;

/** A part of a node that takes on work by itself. Thread-safe. */
public interface Drainable {
  /** What people call what it works on, in the plural. */
  String name();

  /** Takes on nothing new; what has begun goes on. Returns at once, and may be repeated. */
  void drain();

  /** Takes on work again. */
  void undrain();

  /** How much of what has begun is not finished yet. */
  int left();
}
