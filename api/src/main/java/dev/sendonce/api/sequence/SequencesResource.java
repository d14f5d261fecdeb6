package dev.sendonce.api.sequence;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.http.IdempotencyKey;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.intake.FieldError;
import dev.sendonce.send.SendKey;
import dev.sendonce.sequence.AssignedNumber;
import dev.sendonce.sequence.Sequence;
import dev.sendonce.sequence.SequenceNumbers;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;

/** Gives out unique numbers, idempotent by {@code Idempotency-Key}. */
@Path("/v1/sequences/{category}/{subCategory}")
@Produces(MediaType.APPLICATION_JSON)
public final class SequencesResource {
  private static final String RULE = "must be 1 to 64 characters of A-Z a-z 0-9 . _ -";

  private final SequenceNumbers numbers;
  private final SequenceNumbers.Mode mode;

  public SequencesResource(SequenceNumbers numbers, SequenceNumbers.Mode mode) {
    this.numbers = numbers;
    this.mode = mode;
  }

  /** A number as clients see it. */
  record NumberJson(String category, String subCategory, long value, String reference) {}

  /** The next number, or the one that this key has already. */
  @POST
  public Response next(
      @Auth Caller caller,
      @Context HttpHeaders headers,
      @PathParam("category") String category,
      @PathParam("subCategory") String subCategory) {
    SendKey key = IdempotencyKey.required(headers);
    caller.checkMayUse(key);
    Sequence sequence = sequence(category, subCategory);
    AssignedNumber number = numbers.next(sequence, caller.own(key.value()), mode);
    NumberJson body = new NumberJson(category, subCategory, number.value(), number.reference());
    return number.replayed()
        ? Response.ok(body).header("Idempotency-Replayed", "true").build()
        : Response.status(Response.Status.CREATED).entity(body).build();
  }

  private static Sequence sequence(String category, String subCategory) {
    List<FieldError> errors = new ArrayList<>();
    if (!Sequence.isName(category)) {
      errors.add(new FieldError("category", RULE));
    }
    if (!Sequence.isName(subCategory)) {
      errors.add(new FieldError("subCategory", RULE));
    }
    if (!errors.isEmpty()) {
      throw new ProblemException(Problem.invalid(errors));
    }
    return new Sequence(category, subCategory);
  }
}
