package dev.sendonce.api.evidence;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.evidence.events.Notification;
import dev.sendonce.evidence.events.ProviderEvents;
import dev.sendonce.evidence.events.Reception;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Takes what providers tell about messages of a relay. Needs no API key: every notification carries
 * a signature or secret of its provider, and without a good one nothing is done.
 */
@Path("/v1/evidence")
@Produces(MediaType.APPLICATION_JSON)
public final class EvidenceResource {
  private static final int LARGEST = 4 * 1024 * 1024;

  private final Map<String, ProviderEvents> receivers;

  /**
   * @param receivers by relay name
   */
  public EvidenceResource(Map<String, ProviderEvents> receivers) {
    this.receivers = Map.copyOf(receivers);
  }

  /** What became of the events. */
  public record Answer(int attached, int repeated, int unknown, int ignored) {}

  /** One notification, in the provider's own form. */
  @POST
  @Path("/{relay}")
  public Answer take(
      @PathParam("relay") String relay, @Context HttpHeaders headers, InputStream body) {
    ProviderEvents receiver = receivers.get(relay);
    if (receiver == null) {
      throw problem(ProblemType.NOT_FOUND, "No events are expected for this relay.");
    }
    Reception reception = receiver.receive(new Notification(single(headers), bytes(body)));
    if (reception instanceof Reception.Taken taken) {
      return new Answer(taken.attached(), taken.repeated(), taken.unknown(), taken.ignored());
    }
    if (reception instanceof Reception.Unreadable unreadable) {
      throw problem(ProblemType.UNREADABLE_BODY, "Not the provider's form: " + unreadable.why());
    }
    throw problem(
        ProblemType.UNAUTHORIZED, "The signature of the notification is missing or wrong.");
  }

  private static byte[] bytes(InputStream body) {
    try {
      byte[] bytes = body.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw problem(ProblemType.TOO_LARGE, "A notification has at most 4 MB.");
      }
      return bytes;
    } catch (IOException e) {
      throw problem(ProblemType.UNREADABLE_BODY, "The body ended before it was complete.");
    }
  }

  private static Map<String, String> single(HttpHeaders headers) {
    Map<String, String> single = new HashMap<>();
    headers.getRequestHeaders().forEach((name, values) -> single.put(name, values.get(0)));
    return single;
  }

  private static ProblemException problem(ProblemType type, String detail) {
    return new ProblemException(Problem.of(type, detail));
  }
}
