package dev.sendonce.api.send;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.http.IdempotencyKey;
import dev.sendonce.api.http.Prefer;
import dev.sendonce.intake.Acceptance;
import dev.sendonce.intake.Intake;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Accepts requests to send. */
@Path("/v1/sends")
@Produces(MediaType.APPLICATION_JSON)
public final class SendsResource {
  private final Intake intake;
  private final WorkflowStart start;
  private final SendAnswers answers;
  private final SendWatch watch;

  public SendsResource(Intake intake, WorkflowStart start, SendAnswers answers, SendWatch watch) {
    this.intake = intake;
    this.start = start;
    this.answers = answers;
    this.watch = watch;
  }

  /** Accepts a letter described in JSON. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public CompletionStage<Response> post(
      @Auth Caller caller, @Context HttpHeaders headers, InputStream body) throws IOException {
    SendKey key = key(caller, headers);
    return answer(intake.accept(caller.submitter(), key, body), Prefer.wait(headers));
  }

  /** Accepts a message that the client built itself; envelope and terms stand in the query. */
  @POST
  @Consumes("message/rfc822")
  public CompletionStage<Response> postMessage(
      @Auth Caller caller, @Context HttpHeaders headers, @Context UriInfo uri, InputStream body)
      throws IOException {
    SendKey key = key(caller, headers);
    return answer(
        intake.acceptRaw(caller.submitter(), key, uri.getQueryParameters(), body),
        Prefer.wait(headers));
  }

  private CompletionStage<Response> answer(Acceptance acceptance, Optional<Duration> wait) {
    if (acceptance instanceof Acceptance.Accepted accepted) {
      return afterWait(start.of(accepted.send()), wait, false);
    }
    if (acceptance instanceof Acceptance.Replayed replayed) {
      return afterWait(replayed.send(), wait, true);
    }
    throw AcceptanceAnswers.refusal(acceptance);
  }

  private CompletionStage<Response> afterWait(
      Send send, Optional<Duration> wait, boolean replayed) {
    if (wait.isEmpty()) {
      return CompletableFuture.completedFuture(answer(send, replayed, false).build());
    }
    return watch
        .await(send, wait.get())
        .thenApply(
            last ->
                answer(last, replayed, SendWatch.atRest(last))
                    .header("Preference-Applied", "wait=" + wait.get().toSeconds())
                    .build());
  }

  private Response.ResponseBuilder answer(Send send, boolean replayed, boolean waitedOut) {
    Response.ResponseBuilder answer =
        answers
            .of(replayed || waitedOut ? 200 : 202, send)
            .header(HttpHeaders.LOCATION, SendPresenter.path(send.key()));
    return replayed ? answer.header("Idempotency-Replayed", "true") : answer;
  }

  private static SendKey key(Caller caller, HttpHeaders headers) {
    SendKey key = IdempotencyKey.required(headers);
    caller.checkMayUse(key);
    return key;
  }
}
