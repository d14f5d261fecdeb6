package dev.sendonce.api.problem;

import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;

/** Makes every error of the application a problem document. */
public final class ProblemFeature implements Feature {
  @Override
  public boolean configure(FeatureContext context) {
    Incidents incidents = new Incidents();
    context.register(new ProblemMapper());
    LedgerUnavailableMapper unavailable = new LedgerUnavailableMapper();
    context.register(unavailable);
    context.register(new DatabaseErrorMapper(incidents, unavailable));
    context.register(new BadHeaderMapper());
    context.register(new HttpErrorMapper(incidents));
    context.register(new UnexpectedMapper(incidents));
    context.register(new InstanceFilter());
    return true;
  }
}
