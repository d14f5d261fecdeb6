package dev.sendonce.api.problem;

import java.time.Duration;
import java.util.Optional;

/** Ends a request with an error answer; thrown by resources and filters, never logged. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final transient Duration retryAfter;

  public ProblemException(Problem problem) {
    this(problem, null);
  }

  /**
   * A problem that passes by itself.
   *
   * @param retryAfter when the client should try again; rounded up to whole seconds
   */
  public ProblemException(Problem problem, Duration retryAfter) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /** What to answer with. */
  public Problem problem() {
    return problem;
  }

  /** The value of Retry-After, when there is one. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
