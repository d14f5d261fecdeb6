package dev.sendonce.api.schedule;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.http.BodyFields;
import dev.sendonce.api.http.IdempotencyKey;
import dev.sendonce.api.http.JsonBody;
import dev.sendonce.api.http.Page;
import dev.sendonce.api.http.PageRequest;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.intake.FieldError;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Schedules;
import dev.sendonce.send.SendKey;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Regular letters: makes and lists schedules. */
@Path("/v1/schedules")
@Produces(MediaType.APPLICATION_JSON)
public final class SchedulesResource {
  private static final int LONGEST_TEXT = 1_000;
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
  private static final String ID_RULE =
      "must be 1 to " + Schedule.LONGEST_ID + " characters of A-Z a-z 0-9 . _ ~ : / @ + = , -";

  private final Schedules schedules;
  private final ScheduleChanges changes;
  private final ScheduleReader reader;
  private final SchedulePresenter presenter;
  private final JsonBody json;

  SchedulesResource(
      Schedules schedules,
      ScheduleChanges changes,
      ScheduleReader reader,
      SchedulePresenter presenter,
      JsonBody json) {
    this.schedules = schedules;
    this.changes = changes;
    this.reader = reader;
    this.presenter = presenter;
    this.json = json;
  }

  /** Makes a schedule; its id makes repeating the request harmless. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Response create(@Auth Caller caller, @Context HttpHeaders headers, InputStream body) {
    BodyFields fields = new BodyFields(json.required(body));
    Optional<String> id = id(fields, IdempotencyKey.raw(headers));
    Schedule.Terms terms = reader.read(caller, fields);
    caller.checkMayUse(Schedule.keyPrefix(id.orElseThrow()));
    return answer(changes.create(id.get(), terms));
  }

  private Response answer(ScheduleChanges.Creation creation) {
    if (creation instanceof ScheduleChanges.Created created) {
      return response(201, created.schedule()).build();
    }
    if (creation instanceof ScheduleChanges.Existed existed) {
      return response(200, existed.schedule()).header("Idempotency-Replayed", "true").build();
    }
    if (creation instanceof ScheduleChanges.Differs differs) {
      throw new ProblemException(
          Problem.of(
                  ProblemType.KEY_REUSED,
                  "There is a schedule with this id; these fields differ: "
                      + String.join(", ", differs.fields())
                      + ".")
              .with("fields", differs.fields()));
    }
    if (creation instanceof ScheduleChanges.Taken) {
      throw new ProblemException(
          Problem.of(ProblemType.KEY_TAKEN, "The id belongs to a schedule of another client."));
    }
    if (creation instanceof ScheduleChanges.UnknownZone) {
      throw new ProblemException(
          Problem.invalid(List.of(new FieldError("timeZone", "is not known to Temporal"))));
    }
    throw new ProblemException(
        Problem.of(ProblemType.ENGINE_UNAVAILABLE, ProblemType.ENGINE_UNAVAILABLE.meaning()),
        RETRY_AFTER);
  }

  private Response.ResponseBuilder response(int status, Schedule schedule) {
    return Response.status(status)
        .header(HttpHeaders.LOCATION, SchedulePresenter.path(schedule.id()))
        .entity(presenter.whole(schedule));
  }

  /** The caller's schedules, by id. */
  @GET
  public Page<ScheduleJson> list(
      @Auth Caller caller, @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
    PageRequest page = PageRequest.of(limit, cursor);
    Optional<String> client =
        caller.key().admin() ? Optional.empty() : Optional.of(caller.getName());
    List<ScheduleJson> found =
        schedules.list(client, page.cursor().orElse(""), page.limit() + 1).stream()
            .map(presenter::line)
            .toList();
    return Page.of(found, page.limit(), ScheduleJson::id);
  }

  /** Chosen by the client, in the body or in the header; empty only after an error was noted. */
  private static Optional<String> id(BodyFields fields, Optional<String> header) {
    Optional<String> body = fields.optionalText("id", LONGEST_TEXT);
    if (body.isEmpty() && header.isEmpty() && !fields.has("id")) {
      throw new ProblemException(
          Problem.of(
              ProblemType.KEY_MISSING,
              "Give the schedule an id, in the body or in the header '"
                  + IdempotencyKey.HEADER
                  + "'."));
    }
    if (body.isPresent() && header.isPresent() && !body.equals(header)) {
      return fields.refuse("id", "differs from the header " + IdempotencyKey.HEADER);
    }
    Optional<String> id = body.or(() -> header);
    return id.isEmpty() || isId(id.get()) ? id : fields.refuse("id", ID_RULE);
  }

  private static boolean isId(String id) {
    return SendKey.isValid(id) && id.length() <= Schedule.LONGEST_ID;
  }
}
