package dev.sendonce.api.schedule;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.http.BodyFields;
import dev.sendonce.api.http.IdempotencyKey;
import dev.sendonce.api.http.JsonBody;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.api.send.AcceptanceAnswers;
import dev.sendonce.api.send.SendAnswers;
import dev.sendonce.api.send.SendPresenter;
import dev.sendonce.api.send.WorkflowStart;
import dev.sendonce.intake.Acceptance;
import dev.sendonce.intake.Submitter;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Schedule.State;
import dev.sendonce.schedule.ScheduledLetters;
import dev.sendonce.schedule.Schedules;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.Optional;

/** One schedule: what it does, and what people order for it. */
@Path("/v1/schedules/{id}")
@Produces(MediaType.APPLICATION_JSON)
public final class ScheduleResource {
  private static final int LONGEST_ACTOR = 200;
  private static final int LONGEST_REASON = 500;

  private final Schedules schedules;
  private final ScheduleChanges changes;
  private final ScheduledLetters letters;
  private final WorkflowStart start;
  private final SchedulePresenter presenter;
  private final SendAnswers answers;
  private final JsonBody json;

  ScheduleResource(
      Schedules schedules,
      ScheduleChanges changes,
      ScheduledLetters letters,
      WorkflowStart start,
      SchedulePresenter presenter,
      SendAnswers answers,
      JsonBody json) {
    this.schedules = schedules;
    this.changes = changes;
    this.letters = letters;
    this.start = start;
    this.presenter = presenter;
    this.answers = answers;
    this.json = json;
  }

  /** The schedule, its next times and its newest firings. */
  @GET
  public ScheduleJson get(@Auth Caller caller, @PathParam("id") String id) {
    return presenter.whole(find(caller, id));
  }

  /** It never fires again. */
  @DELETE
  public Response remove(@Auth Caller caller, @PathParam("id") String id) {
    changes.remove(findForOrder(caller, id).id());
    return Response.noContent().build();
  }

  /** It does not fire until it is unpaused. */
  @POST
  @Path("/pause")
  @Consumes(MediaType.APPLICATION_JSON)
  public ScheduleJson pause(@Auth Caller caller, @PathParam("id") String id, InputStream body) {
    Schedule schedule = findForOrder(caller, id);
    BodyFields fields = new BodyFields(json.required(body));
    String reason = fields.text("reason", LONGEST_REASON);
    String actor = fields.optionalText("actor", LONGEST_ACTOR).orElse(caller.getName());
    fields.check();
    return changes
        .pause(schedule.id(), reason, actor)
        .map(presenter::whole)
        .orElseThrow(ScheduleResource::notFound);
  }

  /** It fires again. */
  @POST
  @Path("/unpause")
  @Consumes({MediaType.APPLICATION_JSON, MediaType.WILDCARD})
  public ScheduleJson unpause(@Auth Caller caller, @PathParam("id") String id, InputStream body) {
    Schedule schedule = findForOrder(caller, id);
    new BodyFields(json.optional(body)).check();
    return changes
        .unpause(schedule.id())
        .map(presenter::whole)
        .orElseThrow(ScheduleResource::notFound);
  }

  /** A letter out of turn, under a key of its own. */
  @POST
  @Path("/trigger")
  @Consumes({MediaType.APPLICATION_JSON, MediaType.WILDCARD})
  public Response trigger(
      @Auth Caller caller,
      @PathParam("id") String id,
      @Context HttpHeaders headers,
      InputStream body) {
    Schedule schedule = findForOrder(caller, id);
    SendKey key = IdempotencyKey.required(headers);
    caller.checkMayUse(key);
    new BodyFields(json.optional(body)).check();
    Submitter own = caller.submitter();
    Submitter owner =
        new Submitter(schedule.terms().client(), own.keyPrefix(), own.senders(), own.relays());
    return answer(letters.trigger(schedule, owner, key));
  }

  private Response answer(Acceptance acceptance) {
    if (acceptance instanceof Acceptance.Accepted accepted) {
      return answer(202, start.of(accepted.send())).build();
    }
    if (acceptance instanceof Acceptance.Replayed replayed) {
      return answer(200, replayed.send()).header("Idempotency-Replayed", "true").build();
    }
    throw AcceptanceAnswers.refusal(acceptance);
  }

  private Response.ResponseBuilder answer(int status, Send send) {
    return answers.of(status, send).header(HttpHeaders.LOCATION, SendPresenter.path(send.key()));
  }

  /** 403 when the API key is bound to a prefix that the keys of the schedule do not have. */
  private Schedule findForOrder(Caller caller, String id) {
    Schedule schedule = find(caller, id);
    caller.checkMayUse(schedule.keyPrefix());
    return schedule;
  }

  private Schedule find(Caller caller, String id) {
    return Optional.of(id)
        .filter(SendKey::isValid)
        .flatMap(schedules::find)
        .filter(schedule -> schedule.state() == State.ACTIVE)
        .filter(schedule -> caller.maySee(schedule.terms().client()))
        .orElseThrow(ScheduleResource::notFound);
  }

  private static ProblemException notFound() {
    return new ProblemException(
        Problem.of(
            ProblemType.NOT_FOUND, "There is no schedule with this id, or it is not yours."));
  }
}
