package dev.sendonce.api.engine;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowServiceException;
import java.net.URI;
import java.time.Duration;
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
  private final Reachability reachability = new Reachability(System::nanoTime);

  public TemporalEngine(TemporalConnection connection) {
    this.client = connection.forRequests();
    this.starts = new WorkflowStarts(client);
    this.settings = connection.settings();
  }

  @Override
  public boolean start(Send send) {
    return attempt(
        "start",
        send.key(),
        () -> {
          starts.start(send, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE);
          return true;
        });
  }

  @Override
  public void wake(SendKey key) {
    attempt(
        "wake",
        key,
        () -> {
          try {
            client.newUntypedWorkflowStub(key.value()).signal("wake");
          } catch (WorkflowNotFoundException e) {
            LOG.debug("No open workflow to wake for {}.", key);
          }
          return true;
        });
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
  public boolean reachable() {
    return reachability.isReachable();
  }

  Reachability reachability() {
    return reachability;
  }

  @Override
  public URI uiLink(SendKey key) {
    return URI.create(
        settings.ui() + "/namespaces/" + settings.namespace() + "/workflows/" + key.pathSegment());
  }

  /** How long after a failed call Temporal is taken for unreachable without asking. */
  static final Duration REST = Duration.ofSeconds(2);
}
