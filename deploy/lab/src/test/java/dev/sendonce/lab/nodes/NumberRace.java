package dev.sendonce.lab.nodes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many threads that want numbers at once, by whatever recipe gives them. */
final class NumberRace {
  private final int threads;
  private final int numbersEach;

  NumberRace(int threads, int numbersEach) {
    this.threads = threads;
    this.numbersEach = numbersEach;
  }

  /** A way to get the next number. */
  interface Recipe {
    /**
     * Returns when the number is certain.
     *
     * @param user whoever uses the number, the same for a repeated question
     */
    long next(String user) throws Exception;
  }

  /** All numbers that were given out. */
  List<Long> run(Recipe recipe) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<List<Long>>> racers = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        String name = "t" + thread;
        racers.add(
            () -> {
              List<Long> numbers = new ArrayList<>();
              for (int i = 0; i < numbersEach; i++) {
                numbers.add(recipe.next(name + "-" + i));
              }
              return numbers;
            });
      }
      List<Long> all = new ArrayList<>();
      for (Future<List<Long>> numbers : pool.invokeAll(racers)) {
        all.addAll(numbers.get());
      }
      return all;
    } finally {
      pool.shutdownNow();
    }
  }
}
