package dev.sendonce.api.background;

import com.mongodb.MongoException;
import dev.sendonce.deployment.Deployment;
import dev.sendonce.deployment.EngineIdentity;
import dev.sendonce.deployment.Standing;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a node from working on somebody else's database. While nobody answers, the last standing
 * holds; a node that has never had an answer accepts, because accepting sends nothing, but its
 * workers do not run. Thread-safe.
 */
public final class DeploymentGuard implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(DeploymentGuard.class);

  private final Deployment deployment;
  private final Supplier<EngineIdentity> engine;
  private final Consumer<Boolean> admitted;
  private volatile Standing last;

  /**
   * A guard.
   *
   * @param engine asks Temporal who it is
   * @param admitted told when the standing changes: whether the workers may run
   */
  public DeploymentGuard(
      Deployment deployment, Supplier<EngineIdentity> engine, Consumer<Boolean> admitted) {
    this.deployment = deployment;
    this.engine = engine;
    this.admitted = admitted;
  }

  /** Looks again; never throws. */
  @Override
  public void run() {
    try {
      check();
    } catch (MongoException | StatusRuntimeException e) {
      LOG.debug("The deployment's identity could not be checked", e);
    }
  }

  /** Why this node refuses to work, when it does; never waits for a look that is going on. */
  public Optional<String> refusal() {
    return last instanceof Standing.Foreign foreign ? Optional.of(foreign.why()) : Optional.empty();
  }

  /** Whether it was seen that the database is this deployment's own. */
  public boolean isOurs() {
    return last instanceof Standing.Ours;
  }

  private synchronized void check() {
    Standing now = deployment.check(engine.get());
    boolean ours = now instanceof Standing.Ours;
    if (!now.equals(last)) {
      if (now instanceof Standing.Foreign foreign) {
        LOG.error("This node does not work: {}", foreign.why());
      }
      admitted.accept(ours);
    }
    last = now;
  }
}
