package dev.sendonce.api.engine;

import dev.sendonce.activity.Activities;
import dev.sendonce.activity.ScheduleActivities;
import dev.sendonce.api.drain.Drainable;
import dev.sendonce.smtp.RelaySettings;
import dev.sendonce.workflow.ScheduledSendWorkflowImpl;
import dev.sendonce.workflow.SendWorkflowImpl;
import dev.sendonce.workflow.TaskQueues;
import io.dropwizard.lifecycle.Managed;
import io.temporal.client.WorkflowClient;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of a node: one for workflows and control activities, one per relay for deliveries.
 *
 * <p>Starts in the background and keeps trying while Temporal is down. Stops without new work;
 * deliveries in flight get the grace to finish, then they are aborted. Thread-safe.
 */
public final class WorkerManaged implements Managed, Drainable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerManaged.class);
  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final long CLOSING_SECONDS = 10;
  private static final String DRAINING = "this node drains";
  private static final String NOT_ADMITTED = "not known yet to be this deployment's own database";

  private final WorkflowClient client;
  private final Activities activities;
  private final ScheduleActivities schedules;
  private final List<RelaySettings> relays;
  private final Duration shutdownGrace;
  private WorkerFactory running;
  private Thread starter;
  private boolean stopping;
  private boolean admitted;
  private boolean draining;
  private String problem = NOT_ADMITTED;

  public WorkerManaged(
      TemporalConnection connection,
      Activities activities,
      ScheduleActivities schedules,
      Collection<RelaySettings> relays,
      Duration shutdownGrace) {
    this.client = connection.forWorkers();
    this.activities = activities;
    this.schedules = schedules;
    this.relays = List.copyOf(relays);
    this.shutdownGrace = shutdownGrace;
  }

  @Override
  public synchronized void start() {
    starter = new Thread(this::startWhenPossible, "worker-start");
    starter.setDaemon(true);
    starter.start();
  }

  /**
   * Whether the workers may run: they start after the first yes, take no new work after a no, and
   * go on after the next yes. What is in flight goes on in either case; the ledger keeps it safe.
   */
  public synchronized void admit(boolean yes) {
    admitted = yes;
    apply();
  }

  private synchronized void apply() {
    boolean polling = admitted && !draining;
    if (running != null && polling) {
      running.resumePolling();
    } else if (running != null) {
      running.suspendPolling();
    }
    if (stopping) {
      return;
    }
    if (admitted) {
      problem = draining ? DRAINING : running == null ? "starting" : null;
    } else {
      problem = NOT_ADMITTED;
    }
    notifyAll();
  }

  @Override
  public String name() {
    return "attempts";
  }

  /** A task that a poll still brings home goes back to the others. */
  @Override
  public synchronized void drain() {
    draining = true;
    activities.attempts().admit(false);
    apply();
  }

  @Override
  public synchronized void undrain() {
    draining = false;
    activities.attempts().admit(true);
    apply();
  }

  @Override
  public int left() {
    return activities.attempts().size();
  }

  private synchronized boolean isAdmitted() {
    return admitted && !draining;
  }

  private void startWhenPossible() {
    while (!isAdmitted() || !tryStart()) {
      synchronized (this) {
        if (stopping) {
          return;
        }
        try {
          wait(RETRY.toMillis());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  private boolean tryStart() {
    WorkerFactory factory = null;
    try {
      new SearchAttributeRegistration(client).ensure();
      factory = factory();
      factory.start();
      return adopt(factory);
    } catch (RuntimeException e) {
      // Temporal is down or not ready for us: whatever it is, trying again is all that helps.
      if (factory != null) {
        factory.shutdownNow();
      }
      report(e);
      return false;
    }
  }

  private synchronized boolean adopt(WorkerFactory factory) {
    if (stopping) {
      factory.shutdownNow();
      return true;
    }
    running = factory;
    apply();
    LOG.info("Workers run for relays {}.", relays.stream().map(RelaySettings::name).toList());
    return true;
  }

  private synchronized void report(RuntimeException e) {
    String now = String.valueOf(e.getMessage());
    if (!now.equals(problem)) {
      LOG.warn("The workers cannot start yet: {}", now);
      LOG.debug("The workers cannot start yet.", e);
    }
    problem = now;
  }

  /** Null while the workers run, else why they do not. */
  public synchronized String problem() {
    return problem;
  }

  private WorkerFactory factory() {
    WorkerFactory factory = WorkerFactory.newInstance(client);
    Worker control = factory.newWorker(TaskQueues.CONTROL);
    control.registerWorkflowImplementationTypes(
        SendWorkflowImpl.class, ScheduledSendWorkflowImpl.class);
    control.registerActivitiesImplementations(
        activities.ledger(), activities.verifying(), schedules);
    for (RelaySettings relay : relays) {
      factory
          .newWorker(TaskQueues.relay(relay.name()), options(relay))
          .registerActivitiesImplementations(activities.delivery());
    }
    return factory;
  }

  private static WorkerOptions options(RelaySettings relay) {
    WorkerOptions.Builder options =
        WorkerOptions.newBuilder()
            .setMaxConcurrentActivityExecutionSize(relay.maxConnections())
            .setAllowActivityHeartbeatDuringShutdown(true);
    if (relay.messagesPerSecond() > 0) {
      options.setMaxTaskQueueActivitiesPerSecond(relay.messagesPerSecond());
    }
    return options.build();
  }

  @Override
  public void stop() throws InterruptedException {
    WorkerFactory factory;
    synchronized (this) {
      stopping = true;
      factory = running;
      running = null;
      problem = "stopped";
      notifyAll();
    }
    if (factory != null) {
      factory.shutdown();
    }
    int aborted = activities.attempts().drain(shutdownGrace);
    if (factory != null) {
      factory.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS);
      factory.shutdownNow();
    }
    activities.close();
    LOG.info("Workers stopped; {} attempts had to be aborted.", aborted);
  }
}
