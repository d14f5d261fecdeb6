package dev.sendonce.api.send;

import dev.sendonce.api.engine.Engine;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;

/** Shows a send to clients. Thread-safe. */
public final class SendPresenter {
  private final WaitingForView waitingFor;
  private final Engine engine;

  public SendPresenter(WaitingForView waitingFor, Engine engine) {
    this.waitingFor = waitingFor;
    this.engine = engine;
  }

  SendJson present(Send send) {
    return SendJson.of(send, waitingFor.of(send), links(send.key()));
  }

  /** Where a send is found. */
  public static String path(SendKey key) {
    return "/v1/sends/" + key.pathSegment();
  }

  private SendJson.Links links(SendKey key) {
    String self = path(key);
    return new SendJson.Links(
        self, self + "/timeline", self + "/message", engine.uiLink(key).toString());
  }
}
