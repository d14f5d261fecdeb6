package dev.sendonce.api.send;

import dev.sendonce.send.Send;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** Builds the answers that carry a send. Thread-safe. */
public final class SendAnswers {
  private final SendPresenter presenter;

  public SendAnswers(SendPresenter presenter) {
    this.presenter = presenter;
  }

  /** An answer with the send and its version as entity tag. */
  public Response.ResponseBuilder of(int status, Send send) {
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .tag(tag(send))
        .entity(presenter.present(send));
  }

  /** The send as clients see it. */
  public SendJson json(Send send) {
    return presenter.present(send);
  }

  static EntityTag tag(Send send) {
    return new EntityTag(Long.toString(send.version()));
  }
}
