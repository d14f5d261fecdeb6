package dev.sendonce.api.send;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.engine.Engine;
import dev.sendonce.api.http.BodyFields;
import dev.sendonce.api.http.IdempotencyKey;
import dev.sendonce.api.http.JsonBody;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.intake.SendTime;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Messages;
import dev.sendonce.ledger.Transition;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/**
 * What people order for a send. Each order is a transition of the ledger first, so that it holds
 * with no workflow alive; then the workflow is woken.
 */
@Path("/v1/sends/{key}")
@Produces(MediaType.APPLICATION_JSON)
public final class OrdersResource {
  private static final int LONGEST_ACTOR = 200;
  private static final int LONGEST_NOTE = 2_000;

  private final VisibleSends sends;
  private final Ledger ledger;
  private final Messages messages;
  private final Engine engine;
  private final Verification verification;
  private final SendAnswers answers;
  private final JsonBody json;
  private final Clock clock;
  private final Duration ahead;

  /**
   * The orders.
   *
   * @param ahead how far in the future a send may be moved
   */
  public OrdersResource(
      VisibleSends sends,
      Ledger ledger,
      Messages messages,
      Engine engine,
      Verification verification,
      SendAnswers answers,
      JsonBody json,
      Clock clock,
      Duration ahead) {
    this.sends = sends;
    this.ledger = ledger;
    this.messages = messages;
    this.engine = engine;
    this.verification = verification;
    this.answers = answers;
    this.json = json;
    this.clock = clock;
    this.ahead = ahead;
  }

  /** Holds the send back; afterwards it is certain that it never goes. */
  @POST
  @Path("/cancel")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response cancel(@Auth Caller caller, @PathParam("key") String key, InputStream body) {
    BodyFields fields = new BodyFields(json.optional(body));
    String actor = fields.optionalText("actor", LONGEST_ACTOR).orElse(caller.getName());
    String note = fields.optionalText("note", LONGEST_NOTE).orElse(null);
    fields.check();
    return order(caller, key, send -> ledger.cancel(send, actor, note));
  }

  /** Records what a person decided about an uncertain send. */
  @POST
  @Path("/resolution")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response resolve(
      @Auth Caller caller,
      @PathParam("key") String key,
      @Context HttpHeaders headers,
      InputStream body) {
    BodyFields fields = new BodyFields(json.required(body));
    Decision decision = fields.converted("decision", 20, OrdersResource::decision);
    String actor = fields.text("actor", LONGEST_ACTOR);
    String note = fields.text("note", LONGEST_NOTE);
    Integer epoch = fields.integer("epoch", 0);
    fields.check();
    String orderId =
        IdempotencyKey.optional(headers)
            .map(SendKey::value)
            .orElseGet(() -> OrderDigest.of(decision, epoch, actor, note));
    return order(
        caller,
        key,
        send ->
            OrderAnswers.ofOrder(
                ledger.resolve(send, epoch, orderId, decision, actor, note),
                orderId,
                decision,
                epoch));
  }

  /** Looks for evidence now. */
  @POST
  @Path("/verification")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response verify(@Auth Caller caller, @PathParam("key") String key, InputStream body) {
    new BodyFields(json.optional(body)).check();
    Send send = sends.findForOrder(caller, key);
    if (send.state() != SendState.CONFIRMING && send.state() != SendState.UNCONFIRMED) {
      throw new ProblemException(OrderAnswers.notUncertain(send));
    }
    Send after = verification.now(send);
    engine.wake(send.key());
    return answers.of(200, after).build();
  }

  /** Makes a proven non-acceptance due now. */
  @POST
  @Path("/retry")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response retry(@Auth Caller caller, @PathParam("key") String key, InputStream body) {
    new BodyFields(json.optional(body)).check();
    return order(caller, key, send -> ledger.retryNow(send, caller.getName()));
  }

  /** Changes when the send goes. */
  @POST
  @Path("/schedule")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response schedule(@Auth Caller caller, @PathParam("key") String key, InputStream body) {
    BodyFields fields = new BodyFields(json.required(body));
    Instant sendAt = fields.converted("sendAt", 60, SendTime::parse);
    if (sendAt != null) {
      SendTime.tooFarAhead(sendAt, clock.instant(), ahead)
          .ifPresent(defect -> fields.refuse("sendAt", defect));
    }
    fields.check();
    return order(caller, key, send -> ledger.reschedule(send, sendAt, caller.getName()));
  }

  /** Erases content and addresses of a finished send; the tombstone stays. */
  @DELETE
  @Path("/content")
  public Response erase(@Auth Caller caller, @PathParam("key") String key) {
    Send send = sends.findForOrder(caller, key);
    if (send.erasedAt() == null) {
      OrderAnswers.applied(ledger.erase(send.key(), caller.getName()));
    }
    messages.delete(send.id());
    return Response.noContent().build();
  }

  private Response order(Caller caller, String key, Function<SendKey, Transition> transition) {
    SendKey sendKey = sends.findForOrder(caller, key).key();
    Send after = OrderAnswers.applied(transition.apply(sendKey));
    engine.wake(sendKey);
    return answers.of(200, after).build();
  }

  private static Decision decision(String wire) {
    try {
      return Decision.fromWire(wire);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("must be one of sent, not_sent, resend", e);
    }
  }
}
