package dev.sendonce.api.engine;

import dev.sendonce.ledger.Causes;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.common.converter.DataConverterException;
import io.temporal.payload.codec.PayloadCodecException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporal behind {@link Engine}. After a failed call it says for two seconds that Temporal is away
 * without asking again, so that an outage does not slow down every request. Thread-safe.
 */
public final class TemporalEngine implements Engine {
  private static final Logger LOG = LoggerFactory.getLogger(TemporalEngine.class);

  private final WorkflowClient client;
  private final WorkflowStarts starts;
  private final TemporalSettings settings;
  private final Pollers pollers;
  private final MissedWakes missed = new MissedWakes();
  private final Reachability reachability = new Reachability(System::nanoTime);

  public TemporalEngine(TemporalConnection connection) {
    this(connection.forRequests(), connection.settings());
  }

  TemporalEngine(WorkflowClient client, TemporalSettings settings) {
    this.client = client;
    this.starts = new WorkflowStarts(client);
    this.settings = settings;
    this.pollers = new Pollers(client, System::nanoTime);
  }

  @Override
  public Start start(Send send) {
    AtomicReference<Start> result = new AtomicReference<>(Start.UNREACHABLE);
    attempt(
        "start",
        send.key(),
        () -> {
          boolean own =
              starts.start(send, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
                  || run(send.key()).map(run -> WorkflowStarts.isOf(send, run)).orElse(true);
          result.set(own ? Start.DONE : Start.KNOWN_BEFORE);
          return true;
        });
    return result.get();
  }

  @Override
  public void wake(SendKey key) {
    if (!attempt("wake", key, () -> signal(key))) {
      missed.add(key);
    }
  }

  private boolean signal(SendKey key) {
    try {
      client.newUntypedWorkflowStub(key.value()).signal("wake");
    } catch (WorkflowNotFoundException e) {
      LOG.debug("No open workflow to wake for {}.", key);
    }
    return true;
  }

  /** Delivers what {@link #wake} could not deliver; returns how many. */
  int repeatMissedWakes() {
    List<SendKey> keys = missed.takeAll();
    keys.forEach(this::wake);
    return keys.size();
  }

  /** Asks Temporal whether it is there, and remembers the answer. */
  boolean ping() {
    try {
      client
          .getWorkflowServiceStubs()
          .blockingStub()
          .getSystemInfo(GetSystemInfoRequest.getDefaultInstance());
      reachability.succeeded();
      return true;
    } catch (StatusRuntimeException e) {
      reachability.failed();
      LOG.debug("Temporal does not answer.", e);
      return false;
    }
  }

  /**
   * Makes sure that an unfinished send has an open workflow. Asks by ID and never the visibility
   * store, which lags behind. A closed run does not count: the send is unfinished, so a new run
   * under the same ID is started, which is safe because the ledger decides about every attempt.
   */
  Presence ensureRunning(Send send) {
    try {
      Optional<WorkflowExecutionDescription> run = run(send.key());
      if (run.isPresent() && isUntouched(send) && !WorkflowStarts.isOf(send, run.get())) {
        return Presence.KNOWN_BEFORE;
      }
      if (run.isPresent()
          && run.get().getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING) {
        return Presence.RUNNING;
      }
      boolean started =
          starts.start(send, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE);
      return started ? Presence.STARTED : Presence.RUNNING;
    } catch (WorkflowServiceException e) {
      reachability.failed();
      LOG.warn("Temporal did not answer (look for {}): {}", send.key(), reason(e));
      return Presence.UNKNOWN;
    } catch (PayloadCodecException | DataConverterException e) {
      // whose run it is stands encrypted in it; without the key nobody knows
      LOG.error("What Temporal keeps of {} cannot be read: {}", send.key(), e.getMessage());
      return Presence.UNREADABLE;
    }
  }

  /** Nobody has tried it or decided about it: only then can a run be from an earlier life. */
  private static boolean isUntouched(Send send) {
    return send.epoch() == 0
        && send.orders().isEmpty()
        && send.timeline().stream().noneMatch(entry -> entry.cause().equals(Causes.ADOPTED));
  }

  private Optional<WorkflowExecutionDescription> run(SendKey key) {
    try {
      return Optional.of(client.newUntypedWorkflowStub(key.value()).describe());
    } catch (WorkflowNotFoundException e) {
      return Optional.empty();
    }
  }

  /** What was found where the workflow of an unfinished send should be. */
  enum Presence {
    RUNNING,
    STARTED,
    /** Temporal did not answer, and would not answer about others either. */
    UNKNOWN,
    /** Temporal answered about this one with something that cannot be read. */
    UNREADABLE,
    /** See {@link Engine.Start#KNOWN_BEFORE}. */
    KNOWN_BEFORE
  }

  private boolean attempt(String what, SendKey key, BooleanSupplier call) {
    if (reachability.isResting()) {
      return false;
    }
    try {
      boolean done = call.getAsBoolean();
      reachability.succeeded();
      return done;
    } catch (WorkflowServiceException e) {
      reachability.failed();
      LOG.warn("Temporal did not answer ({} {}): {}", what, key, reason(e));
    } catch (RuntimeException e) {
      // An unexpected answer of the client library must not lose a send that is in the ledger.
      reachability.failed();
      LOG.error("Temporal could not be asked ({} {}).", what, key, e);
    }
    return false;
  }

  private static String reason(WorkflowServiceException e) {
    return e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
  }

  @Override
  public void keptWaiting() {
    reachability.failed();
  }

  @Override
  public boolean reachable() {
    return reachability.isReachable();
  }

  @Override
  public boolean hasWorkers(String relay) {
    return !reachability.isReachable() || pollers.any(relay);
  }

  @Override
  public URI uiLink(SendKey key) {
    return URI.create(
        settings.ui() + "/namespaces/" + settings.namespace() + "/workflows/" + key.pathSegment());
  }

  /** How long after a failed call Temporal is taken for unreachable without asking. */
  static final Duration REST = Duration.ofSeconds(2);
}
