package dev.sendonce.api.background;

import com.mongodb.MongoException;
import dev.sendonce.ledger.LedgerUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A background task that outlives every failure: the next run starts from the database again. */
public final class Patient implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Patient.class);

  private final String name;
  private final Runnable first;
  private final Runnable task;
  private boolean prepared;

  /**
   * A task for one thread.
   *
   * @param first done once, before the first run that the database answers
   */
  Patient(String name, Runnable first, Runnable task) {
    this.name = name;
    this.first = first;
    this.task = task;
  }

  /** Something that is done once, as soon as the database lets it. */
  public static Runnable once(String name, Runnable task) {
    return new Patient(name, task, () -> {});
  }

  /** Something that needs nothing done before. */
  public static Runnable repeatedly(String name, Runnable task) {
    return new Patient(name, () -> {}, task);
  }

  @Override
  public void run() {
    try {
      if (!prepared) {
        first.run();
        prepared = true;
      }
      task.run();
    } catch (MongoException | LedgerUnavailableException e) {
      LOG.debug("{}: the database did not answer", name, e);
    } catch (RuntimeException e) {
      // an executor drops a task that throws, without a word
      LOG.error("{} failed and will be tried again", name, e);
    }
  }
}
