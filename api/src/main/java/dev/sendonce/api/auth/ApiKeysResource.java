package dev.sendonce.api.auth;

import dev.sendonce.api.http.BodyFields;
import dev.sendonce.api.http.JsonBody;
import dev.sendonce.api.http.Page;
import dev.sendonce.api.http.PageRequest;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import io.dropwizard.auth.Auth;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/** Administers API keys; needs an admin key. */
@Path("/v1/api-keys")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Caller.ADMIN)
public final class ApiKeysResource {
  private static final int LONGEST = 200;
  private static final int LONGEST_ADDRESS = 400;
  private static final int MOST = 100;

  private final ApiKeys keys;
  private final GrantRules rules;
  private final JsonBody json;
  private final SecureRandom random;

  public ApiKeysResource(ApiKeys keys, GrantRules rules, JsonBody json, SecureRandom random) {
    this.keys = keys;
    this.rules = rules;
    this.json = json;
    this.random = random;
  }

  /** A key as it was created; the only answer that ever holds the key itself. */
  record Created(
      String id,
      String apiKey,
      String client,
      String keyPrefix,
      List<String> senders,
      List<String> relays,
      boolean admin) {}

  /** Makes a key. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Response create(@Auth Caller caller, InputStream body) {
    BodyFields fields = new BodyFields(json.required(body));
    String client = fields.text("client", LONGEST);
    Optional<String> prefix = fields.optionalText("keyPrefix", LONGEST);
    List<String> senders = fields.texts("senders", MOST, LONGEST_ADDRESS);
    List<String> relays = fields.texts("relays", MOST, LONGEST);
    boolean admin = fields.flag("admin");
    Grant grant = new Grant(client, prefix.filter(p -> !p.isEmpty()), senders, relays, admin);
    rules.defects(grant).forEach(defect -> fields.refuse(defect.field(), defect.message()));
    fields.check();
    ApiKeySecret secret = ApiKeySecret.random(random);
    ApiKey stored = keys.store(secret, rules.spelled(grant));
    return Response.status(Response.Status.CREATED)
        .header(HttpHeaders.LOCATION, "/v1/api-keys/" + stored.id())
        .entity(
            new Created(
                stored.id(),
                secret.reveal(),
                stored.client(),
                stored.keyPrefix(),
                stored.senders(),
                stored.relays(),
                stored.admin()))
        .build();
  }

  /** All keys, revoked ones included, without the keys themselves. */
  @GET
  public Page<ApiKey> list(
      @Auth Caller caller, @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
    PageRequest page = PageRequest.of(limit, cursor);
    List<ApiKey> found = keys.list(page.cursor().orElse(""), page.limit() + 1);
    return Page.of(found, page.limit(), ApiKey::id);
  }

  /** One key, revoked or not. */
  @GET
  @Path("/{id}")
  public ApiKey get(@Auth Caller caller, @PathParam("id") String id) {
    return keys.find(id).orElseThrow(ApiKeysResource::notFound);
  }

  /** Revokes a key; every node notices within seconds. */
  @DELETE
  @Path("/{id}")
  public Response revoke(@Auth Caller caller, @PathParam("id") String id) {
    return keys.revoke(id)
        .map(revoked -> Response.noContent().build())
        .orElseThrow(ApiKeysResource::notFound);
  }

  private static ProblemException notFound() {
    return new ProblemException(
        Problem.of(ProblemType.NOT_FOUND, "There is no API key with this id."));
  }
}
