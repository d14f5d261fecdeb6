package dev.sendonce.api.lab;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.RcptReply;
import dev.sendonce.smtp.AbortSwitch;
import dev.sendonce.smtp.BreakerState;
import dev.sendonce.smtp.EndOfDataLatch;
import dev.sendonce.smtp.Relay;
import dev.sendonce.smtp.RelaySettings;
import dev.sendonce.smtp.Transmission;
import java.util.List;
import java.util.Map;

/** A relay that reports the points of every attempt to a lab, and changes nothing else. */
public final class LabRelay implements Relay {
  /** Names the port of the listener; only heeded in a lab. */
  public static final String VARIABLE = "SENDONCE_LAB_POINTS";

  private final Relay relay;
  private final LabPoints points;

  LabRelay(Relay relay, LabPoints points) {
    this.relay = relay;
    this.points = points;
  }

  /** The relay itself, or with its points reported where this is a lab and a listener is named. */
  public static Relay in(boolean lab, Map<String, String> environment, Relay relay) {
    String port = environment.get(VARIABLE);
    return lab && port != null && !port.isBlank()
        ? new LabRelay(relay, new LabPointReporter(Integer.parseInt(port)))
        : relay;
  }

  @Override
  public String name() {
    return relay.name();
  }

  @Override
  public AttemptResult transmit(
      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
    reached(LabPoints.CLAIMED, transmission);
    AttemptResult result =
        relay.transmit(
            transmission,
            new EndOfDataLatch() {
              @Override
              public boolean endOfData(List<RcptReply> rcptReplies) {
                reached(LabPoints.BEFORE_LATCH, transmission);
                boolean latched = latch.endOfData(rcptReplies);
                reached(LabPoints.LATCHED, transmission);
                return latched;
              }

              @Override
              public void replyRead(long nanoTime) {
                latch.replyRead(nanoTime);
              }
            },
            abort);
    reached(LabPoints.REPLIED, transmission);
    return result;
  }

  private void reached(String point, Transmission transmission) {
    points.reached(point, transmission.sendId(), transmission.attempt());
  }

  @Override
  public BreakerState breaker() {
    return relay.breaker();
  }

  @Override
  public BreakerState admit() {
    return relay.admit();
  }

  @Override
  public RelaySettings settings() {
    return relay.settings();
  }
}
