package dev.sendonce.api.feed;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.send.SendAnswers;
import dev.sendonce.feed.ConsumerStream;
import dev.sendonce.feed.ConsumerStreams;
import dev.sendonce.feed.StreamToken;
import dev.sendonce.intake.FieldError;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.List;
import java.util.function.Supplier;

/** The newest version of each changed send, once per consumer, as server-sent events. */
@Path("/v1/consumers/{name}/stream")
public final class ConsumerStreamResource {
  private final ConsumerStreams consumers;
  private final OpenStreams streams;
  private final SendAnswers answers;

  public ConsumerStreamResource(
      ConsumerStreams consumers, OpenStreams streams, SendAnswers answers) {
    this.consumers = consumers;
    this.streams = streams;
    this.answers = answers;
  }

  /** Opens a stream; {@code Last-Event-ID} wins over {@code after}. */
  @GET
  @Produces(MediaType.SERVER_SENT_EVENTS)
  public void stream(
      @Auth Caller caller,
      @Context SseEventSink sink,
      @Context Sse sse,
      @PathParam("name") String name,
      @QueryParam("from") String from,
      @QueryParam("after") String after,
      @HeaderParam(HttpHeaders.LAST_EVENT_ID_HEADER) String lastEventId) {
    String consumer = ConsumerName.of(caller, name);
    if (from != null && !from.equals("now")) {
      throw invalid("from", "may only be 'now'");
    }
    String token = lastEventId == null || lastEventId.isEmpty() ? after : lastEventId;
    Supplier<ConsumerStream> opening = opening(consumer, token, caller);
    streams.takePlace();
    boolean added = false;
    try {
      consumers.know(consumer, from != null);
      SseChannel channel = new SseChannel(sink, sse, System::nanoTime);
      streams.add(new NewsStream(opening, answers, channel));
      added = true;
    } finally {
      if (!added) {
        streams.giveBackPlace();
      }
    }
  }

  private Supplier<ConsumerStream> opening(String consumer, String token, Caller caller) {
    if (token == null || token.isEmpty()) {
      return () -> consumers.open(consumer, caller::maySee);
    }
    StreamToken last = token(token);
    return () -> consumers.resume(consumer, last, caller::maySee);
  }

  private static StreamToken token(String text) {
    return StreamToken.parse(text)
        .orElseThrow(() -> invalid("after", "must be the id of an item of this stream"));
  }

  private static ProblemException invalid(String field, String message) {
    return new ProblemException(Problem.invalid(List.of(new FieldError(field, message))));
  }
}
