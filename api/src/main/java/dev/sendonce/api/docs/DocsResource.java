package dev.sendonce.api.docs;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** The contract of the API, for machines and for people. */
@Path("/")
public final class DocsResource {
  private final JsonNode document;
  private final String page;

  public DocsResource(OpenApiDocument document, boolean lab) {
    this.document = document.tree();
    this.page = new DocsPage(document.tree()).render(lab);
  }

  /** OpenAPI 3.1. */
  @GET
  @Path("openapi.json")
  @Produces(MediaType.APPLICATION_JSON)
  public Response openApi() {
    return Response.ok(document).header("Cache-Control", "public, max-age=300").build();
  }

  /** The same as a page without scripts and without foreign resources. */
  @GET
  @Path("docs")
  @Produces(MediaType.TEXT_HTML)
  public Response docs() {
    return Response.ok(page, MediaType.TEXT_HTML_TYPE.withCharset("utf-8"))
        .header("Content-Security-Policy", Html.POLICY)
        .header("Cache-Control", "public, max-age=300")
        .build();
  }
}
