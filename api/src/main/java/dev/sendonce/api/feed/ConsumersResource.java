package dev.sendonce.api.feed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.http.BodyFields;
import dev.sendonce.api.http.JsonBody;
import dev.sendonce.api.http.Page;
import dev.sendonce.api.http.PageRequest;
import dev.sendonce.api.send.SendAnswers;
import dev.sendonce.api.send.SendJson;
import dev.sendonce.feed.Consumers;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The newest version of each changed send, once per consumer. */
@Path("/v1/consumers/{name}")
@Produces(MediaType.APPLICATION_JSON)
public final class ConsumersResource {
  private static final Duration VISIBILITY = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofHours(12);
  private static final int DURATION_LENGTH = 40;

  private final Consumers consumers;
  private final SendAnswers answers;
  private final JsonBody json;

  public ConsumersResource(Consumers consumers, SendAnswers answers, JsonBody json) {
    this.consumers = consumers;
    this.answers = answers;
    this.json = json;
  }

  /** What changed since this consumer saw it. */
  @POST
  @Path("/poll")
  @Consumes({MediaType.APPLICATION_JSON, MediaType.WILDCARD})
  public Page<SendJson> poll(
      @Auth Caller caller,
      @PathParam("name") String name,
      @QueryParam("limit") String limit,
      @QueryParam("from") String from,
      InputStream body) {
    PageRequest page = PageRequest.of(limit, null);
    BodyFields fields = new BodyFields(json.optional(body));
    boolean acknowledged = fields.flag("ack");
    Duration visibility =
        fields
            .optionalText("visibility", DURATION_LENGTH)
            .flatMap(text -> visibility(text, fields))
            .orElse(VISIBILITY);
    if (from != null && !from.equals("now")) {
      fields.refuse("from", "may only be 'now'");
    }
    fields.check();
    Consumers.Question question =
        new Consumers.Question(
            ConsumerName.of(caller, name),
            page.limit(),
            from != null,
            acknowledged ? Optional.of(visibility) : Optional.empty(),
            caller::maySee);
    return new Page<>(consumers.poll(question).stream().map(answers::json).toList(), null);
  }

  /** The consumer is done with these versions. */
  @POST
  @Path("/ack")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response acknowledge(
      @Auth Caller caller, @PathParam("name") String name, InputStream body) {
    String consumer = ConsumerName.of(caller, name);
    JsonNode request = json.required(body);
    for (AcknowledgedItem item : AcknowledgedItem.read(request)) {
      consumers.acknowledge(consumer, item.key(), item.version());
    }
    return Response.noContent().build();
  }

  private static Optional<Duration> visibility(String text, BodyFields fields) {
    try {
      Duration visibility = Duration.parse(text);
      if (!visibility.isNegative() && visibility.compareTo(LONGEST) <= 0) {
        return Optional.of(visibility);
      }
    } catch (DateTimeParseException e) {
      // refused below, like a duration out of range
    }
    return fields.refuse("visibility", "must be an ISO 8601 duration up to PT12H, such as PT30S");
  }
}
