package dev.sendonce.api.console;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.time.Clock;

/** Leads to lists of workflows in the Temporal UI. The links hold no data and need no key. */
@Path("/console/views")
public final class ViewsResource {
  private final String workflows;
  private final Clock clock;

  /**
   * @param ui root of the Temporal UI
   * @param namespace where the sends run
   */
  public ViewsResource(String ui, String namespace, Clock clock) {
    this.workflows = ui + "/namespaces/" + namespace + "/workflows";
    this.clock = clock;
  }

  /** {@code unconfirmed}, {@code confirming}, {@code stuck-over-an-hour} … */
  @GET
  @Path("/{name}")
  public Response view(@PathParam("name") String name) {
    SavedView view =
        SavedView.of(name)
            .orElseThrow(
                () ->
                    new ProblemException(
                        Problem.of(ProblemType.NOT_FOUND, ProblemType.NOT_FOUND.meaning())));
    return Response.seeOther(view.in(workflows, clock.instant()))
        .header("Cache-Control", "no-store")
        .build();
  }
}
