package dev.sendonce.api.http;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Answers 503 to everything that would change a database which is not this deployment's own. */
public final class AdoptionFilter implements ContainerRequestFilter {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

  private final Supplier<Optional<String>> refusal;

  /**
   * A filter.
   *
   * @param refusal why this node refuses, when it does
   */
  public AdoptionFilter(Supplier<Optional<String>> refusal) {
    this.refusal = refusal;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    if (changes(request)) {
      refusal
          .get()
          .ifPresent(
              why -> {
                throw new ProblemException(Problem.of(ProblemType.NOT_ADOPTED, why), RETRY_AFTER);
              });
    }
  }

  /** What a consumer is shown is taken from it, whatever the method. */
  private static boolean changes(ContainerRequestContext request) {
    return !request.getMethod().equals(HttpMethod.GET)
        || request.getUriInfo().getPath().startsWith("v1/consumers/");
  }
}
