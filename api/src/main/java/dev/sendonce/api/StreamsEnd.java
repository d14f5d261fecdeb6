package dev.sendonce.api;

import dev.sendonce.api.feed.OpenStreams;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Ends the event streams when the server begins to stop: it waits for open requests, and a stream
 * never ends by itself. Their clients resume on another node.
 */
final class StreamsEnd implements LifeCycle.Listener {
  private final OpenStreams streams;

  StreamsEnd(OpenStreams streams) {
    this.streams = streams;
  }

  @Override
  public void lifeCycleStopping(LifeCycle server) {
    streams.close();
  }
}
