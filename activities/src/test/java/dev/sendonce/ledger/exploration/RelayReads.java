package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Worker.At;
import dev.sendonce.ledger.exploration.Worker.Ending;

/** The relay reads a dot, now or much later, and does one of the things that relays do. */
final class RelayReads implements Moves.Actor {
  private final Reports reports;

  RelayReads(Reports reports) {
    this.reports = reports;
  }

  @Override
  public void move(World world, Shape row, Moves.Sink sink) {
    for (int k = 0; k < world.dots().length; k++) {
      Reading reading = new Reading(world, row, k, sink);
      reading.of("keeps, 250 read", true, true, 250);
      reading.of("keeps, reply lost", true, true, 0);
      reading.of("keeps, 421 read", true, true, 421);
      reading.of("drops without a reply", false, true, 0);
      reading.of("refuses 5yz", false, false, 550);
      reading.of("refuses 4yz", false, false, 451);
      if (Integer.bitCount(Dot.mask(world.dots()[k])) > 1) {
        reading.of("keeps for some, answers 4yz", true, true, 451);
      }
      int dot = world.dots()[k];
      sink.go(
          () -> "dot of w" + Dot.token(dot) + "/att" + Dot.attempt(dot) + " never arrives",
          new Draft(world, row).removeDot(k));
    }
  }

  private final class Reading {
    private final World world;
    private final Shape row;
    private final int index;
    private final int dot;
    private final Moves.Sink sink;

    private Reading(World world, Shape row, int index, Moves.Sink sink) {
      this.world = world;
      this.row = row;
      this.index = index;
      this.dot = world.dots()[index];
      this.sink = sink;
    }

    /**
     * @param counted the body was completed and not refused
     * @param code the reply that its execution reads if it still waits, or 0
     */
    private void of(String what, boolean kept, boolean counted, int code) {
      Draft draft =
          new Draft(world, row)
              .removeDot(index)
              .truth(Truth.read(world.truth(), Dot.mask(dot), Dot.attempt(dot), kept, counted));
      if (code != 0) {
        answer(draft, reports.afterDot(code, Dot.mask(dot)));
      }
      sink.go(
          () ->
              "relay reads the dot of w" + Dot.token(dot) + "/att" + Dot.attempt(dot) + ": " + what,
          draft);
    }

    private void answer(Draft draft, Ending ending) {
      for (int j = 0; j < world.workers().length; j++) {
        int worker = world.workers()[j];
        if (Worker.at(worker) == At.WAITING
            && Worker.token(worker) == Dot.token(dot)
            && Worker.attempt(worker) == Dot.attempt(dot)) {
          draft.replace(j, Worker.ended(worker, ending));
          return;
        }
      }
    }
  }
}
