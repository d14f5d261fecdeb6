package dev.sendonce.api.console;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * The operator's console: pages that ask for an API key and call the REST API with it. They hold no
 * data themselves, so they need no key; scripts and styles come from here alone.
 */
@Path("/console")
public final class ConsoleResource {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  private static final String PAGE = "console.html";
  private static final Map<String, String> FILES =
      Map.of(
          "console.js", "text/javascript;charset=utf-8", "console.css", "text/css;charset=utf-8");

  /** Sends by state. */
  @GET
  public Response list() {
    return file(PAGE, "text/html;charset=utf-8");
  }

  /** One send, its timeline, and the decision about it; the script reads the key from the path. */
  @GET
  @Path("/sends/{key}")
  public Response detail(@PathParam("key") String key) {
    return list();
  }

  /** Script and style. */
  @GET
  @Path("/{file}")
  public Response asset(@PathParam("file") String name) {
    String type = FILES.get(name);
    if (type == null) {
      throw new ProblemException(
          Problem.of(ProblemType.NOT_FOUND, ProblemType.NOT_FOUND.meaning()));
    }
    return file(name, type);
  }

  private static Response file(String name, String type) {
    try (InputStream in = ConsoleResource.class.getResourceAsStream(name)) {
      return Response.ok(in.readAllBytes(), type)
          .header("Content-Security-Policy", POLICY)
          .header("Cache-Control", "no-cache")
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
