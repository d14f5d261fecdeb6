package dev.sendonce.ledger.exploration;

import java.util.Optional;

/** A world in the making: copied from another one, changed, then given its normal form. */
final class Draft {
  private RowImage image;
  private boolean rowWritten;
  private int[] numbers;
  private String broken;
  int[] workers;
  int[] dots;
  int[] pending;
  int truth;
  int budget;
  int[] backup;

  Draft(World world, Shape row) {
    this.image = row.image();
    this.workers = world.workers();
    this.dots = world.dots();
    this.pending = world.pending();
    this.truth = world.truth();
    this.budget = world.budget();
    this.backup = world.backup();
    this.numbers = own(row, 0);
  }

  RowImage image() {
    return image;
  }

  boolean rowWritten() {
    return rowWritten;
  }

  /** The number in this world of a token that has this one in the image. */
  int number(int inImage) {
    return numbers[inImage];
  }

  /** The row's own numbers, and the caller's for one that the row did not know. */
  private static int[] own(Shape row, int caller) {
    int[] numbers = new int[Call.FOREIGN + 1];
    for (int i = 1; i <= row.image().tokens().size(); i++) {
      numbers[i] = i;
    }
    numbers[Call.FOREIGN] = caller;
    return numbers;
  }

  /** The row after a call, if the call wrote. */
  Draft row(Optional<RowImage> written, int token) {
    if (written.isPresent()) {
      image = written.get();
      rowWritten = true;
      numbers[Call.FOREIGN] = token;
    }
    return this;
  }

  /** A row that was written under other numbers. */
  Draft restored(RowImage restored, int[] numbersOfItsTokens) {
    image = restored;
    rowWritten = true;
    numbers = new int[Call.FOREIGN + 1];
    System.arraycopy(numbersOfItsTokens, 0, numbers, 1, numbersOfItsTokens.length);
    return this;
  }

  /** A person's order took effect while an older dot could still arrive. */
  Draft tooEarly() {
    broken = "I8: an order was accepted while an older end of data can still arrive";
    return this;
  }

  /** The promise that the step itself broke, or null. */
  String broken() {
    return broken;
  }

  Draft replace(int index, int worker) {
    workers = Bits.replaced(workers, index, worker);
    return this;
  }

  Draft remove(int index) {
    workers = Bits.without(workers, index);
    return this;
  }

  Draft start(int worker) {
    workers = Bits.with(workers, worker);
    return this;
  }

  Draft dot(int dot) {
    dots = Bits.with(dots, dot);
    return this;
  }

  Draft removeDot(int index) {
    dots = Bits.without(dots, index);
    return this;
  }

  Draft pend(int added) {
    pending = Bits.with(pending, added);
    return this;
  }

  Draft removePending(int index) {
    pending = Bits.without(pending, index);
    return this;
  }

  Draft truth(int now) {
    truth = now;
    return this;
  }
}
