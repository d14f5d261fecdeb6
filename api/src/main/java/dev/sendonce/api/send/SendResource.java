package dev.sendonce.api.send;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.http.Page;
import dev.sendonce.api.http.PageRequest;
import dev.sendonce.api.http.Prefer;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.ledger.Messages;
import dev.sendonce.send.FrozenMessage;
import dev.sendonce.send.Send;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows one send. */
@Path("/v1/sends/{key}")
@Produces(MediaType.APPLICATION_JSON)
public final class SendResource {
  private final VisibleSends sends;
  private final Messages messages;
  private final SendAnswers answers;
  private final SendWatch watch;

  public SendResource(VisibleSends sends, Messages messages, SendAnswers answers, SendWatch watch) {
    this.sends = sends;
    this.messages = messages;
    this.answers = answers;
    this.watch = watch;
  }

  /** The send with its live state; 304 while the version is the one the client has. */
  @GET
  public CompletionStage<Response> get(
      @Auth Caller caller,
      @PathParam("key") String key,
      @Context HttpHeaders headers,
      @Context Request request) {
    Send send = sends.find(caller, key);
    Optional<Duration> wait = Prefer.wait(headers);
    if (wait.isEmpty()) {
      return CompletableFuture.completedFuture(conditional(request, send).build());
    }
    return watch
        .await(send, wait.get())
        .thenApply(
            last ->
                conditional(request, last)
                    .header("Preference-Applied", "wait=" + wait.get().toSeconds())
                    .build());
  }

  /** Every transition, oldest first. */
  @GET
  @Path("/timeline")
  public Page<SendJson.Step> timeline(
      @Auth Caller caller,
      @PathParam("key") String key,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    PageRequest page = PageRequest.of(limit, cursor);
    long after = page.cursorAsNumber();
    List<SendJson.Step> steps =
        sends.find(caller, key).timeline().stream()
            .filter(entry -> entry.version() > after)
            .limit(page.limit() + 1L)
            .map(SendJson.Step::of)
            .toList();
    return Page.of(steps, page.limit(), step -> Long.toString(step.version()));
  }

  /** The frozen bytes. */
  @GET
  @Path("/message")
  @Produces("message/rfc822")
  public Response message(@Auth Caller caller, @PathParam("key") String key) {
    Send send = sends.find(caller, key);
    if (send.erasedAt() != null) {
      throw erased();
    }
    FrozenMessage message = messages.load(send.id()).orElseThrow(SendResource::erased);
    StreamingOutput bytes =
        out -> {
          try (InputStream in = message.open()) {
            in.transferTo(out);
          }
        };
    return Response.ok(bytes, "message/rfc822")
        .header(HttpHeaders.CONTENT_LENGTH, message.size())
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"message.eml\"")
        .build();
  }

  private Response.ResponseBuilder conditional(Request request, Send send) {
    Response.ResponseBuilder unmet = request.evaluatePreconditions(SendAnswers.tag(send));
    if (unmet == null) {
      return answers.of(200, send);
    }
    if (unmet.build().getStatus() == Response.Status.PRECONDITION_FAILED.getStatusCode()) {
      throw new ProblemException(
          Problem.of(
              ProblemType.PRECONDITION_FAILED, "The send has version " + send.version() + "."));
    }
    return unmet;
  }

  private static ProblemException erased() {
    return new ProblemException(
        Problem.of(ProblemType.CONTENT_ERASED, ProblemType.CONTENT_ERASED.meaning()));
  }
}
