package dev.sendonce.api.send;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.http.Page;
import dev.sendonce.api.http.PageRequest;
import dev.sendonce.ledger.SendFilter;
import dev.sendonce.ledger.SendPage;
import dev.sendonce.ledger.SendQueries;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Optional;

/** Lists sends, newest first. */
@Path("/v1/sends")
@Produces(MediaType.APPLICATION_JSON)
public final class SendListResource {
  private final SendQueries queries;
  private final SendAnswers answers;

  public SendListResource(SendQueries queries, SendAnswers answers) {
    this.queries = queries;
    this.answers = answers;
  }

  /** A page. A client sees its own sends, an administrator all. */
  @GET
  public Page<SendJson> list(
      @Auth Caller caller,
      @Context UriInfo uri,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    PageRequest page = PageRequest.of(limit, cursor);
    Optional<String> own =
        caller.key().admin() ? Optional.empty() : Optional.of(caller.key().client());
    ListRequest request = new ListRequest(uri.getQueryParameters());
    SendFilter filter = request.filter(own);
    if (!request.concerns(own)) {
      return new Page<>(List.of(), null);
    }
    SendPage sends = page(filter, page);
    return new Page<>(sends.items().stream().map(answers::json).toList(), sends.next());
  }

  private SendPage page(SendFilter filter, PageRequest page) {
    try {
      return queries.list(filter, page.cursor().orElse(null), page.limit());
    } catch (IllegalArgumentException e) {
      throw PageRequest.badCursor();
    }
  }
}
