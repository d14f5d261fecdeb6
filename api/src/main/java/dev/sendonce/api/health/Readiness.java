package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * {@code GET /ready} on the admin port: 200 when this node can accept sends, which takes MongoDB
 * and nothing else, 503 otherwise. For load balancers and start scripts.
 */
public final class Readiness extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient HealthCheck ledger;

  public Readiness(HealthCheck ledger) {
    this.ledger = ledger;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HealthCheck.Result result = ledger.execute();
    response.setStatus(result.isHealthy() ? 200 : 503);
    response.setContentType("text/plain;charset=utf-8");
    response.setHeader("Cache-Control", "no-store");
    response.getWriter().println(result.isHealthy() ? "ready" : result.getMessage());
  }
}
