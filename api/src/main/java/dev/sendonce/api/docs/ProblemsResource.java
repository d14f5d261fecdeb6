package dev.sendonce.api.docs;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Arrays;

/** Explains every problem type at its URI. */
@Path("/problems")
@Produces(MediaType.TEXT_HTML)
public final class ProblemsResource {
  private final boolean lab;

  public ProblemsResource(boolean lab) {
    this.lab = lab;
  }

  /** All types. */
  @GET
  public Response index() {
    Html html = new Html().element("h1", "Problem types");
    html.raw("<table><tr><th>Type<th>Status<th>Title</tr>");
    for (ProblemType kind : ProblemType.values()) {
      html.raw("<tr><td><a href=\"/problems/" + kind.slug() + "\"><code>");
      html.raw(kind.slug() + "</code></a><td>" + kind.status()).element("td", kind.title());
    }
    return page(html.raw("</table>"), "Problem types");
  }

  /** One type. */
  @GET
  @Path("/{slug}")
  public Response one(@PathParam("slug") String slug) {
    ProblemType kind =
        Arrays.stream(ProblemType.values())
            .filter(k -> k.slug().equals(slug))
            .findFirst()
            .orElseThrow(
                () ->
                    new ProblemException(
                        Problem.of(ProblemType.NOT_FOUND, "There is no such problem type.")));
    Html html =
        new Html()
            .element("h1", kind.title())
            .raw("<p><code>/problems/" + kind.slug() + "</code>, HTTP " + kind.status() + "</p>")
            .element("h2", "What happened")
            .element("p", kind.meaning())
            .element("h2", "What to do")
            .element("p", kind.remedy())
            .raw("<p><a href=\"/problems\">All problem types</a></p>");
    return page(html, kind.title());
  }

  private Response page(Html html, String title) {
    return Response.ok(html.page(title, lab), MediaType.TEXT_HTML_TYPE.withCharset("utf-8"))
        .header("Content-Security-Policy", Html.POLICY)
        .header("Cache-Control", "public, max-age=3600")
        .build();
  }
}
