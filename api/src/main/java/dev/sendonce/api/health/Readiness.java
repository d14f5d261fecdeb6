package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * {@code GET /ready} on the admin port: 200 when this node can accept sends, which takes MongoDB
 * and that the node does not drain, 503 otherwise. For load balancers and start scripts.
 */
public final class Readiness extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient List<HealthCheck> checks;

  /** Ready when all of these are healthy. */
  public Readiness(HealthCheck... checks) {
    this.checks = List.of(checks);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<HealthCheck.Result> problem =
        checks.stream().map(HealthCheck::execute).filter(r -> !r.isHealthy()).findFirst();
    response.setStatus(problem.isEmpty() ? 200 : 503);
    response.setContentType("text/plain;charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.getWriter().println(problem.map(HealthCheck.Result::getMessage).orElse("ready"));
  }
}
