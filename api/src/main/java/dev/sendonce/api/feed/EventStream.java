package dev.sendonce.api.feed;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.feed.Event;
import dev.sendonce.feed.EventLog;

/** The feed, pushed to one client. */
final class EventStream implements PushedStream {
  private static final int PAGE = 100;

  private final Caller caller;
  private final EventLog log;
  private final SseChannel channel;
  private long position;

  EventStream(Caller caller, EventLog log, long position, SseChannel channel) {
    this.caller = caller;
    this.log = log;
    this.position = position;
    this.channel = channel;
  }

  static boolean maySee(Caller caller, Event event) {
    return caller.key().admin() || caller.key().client().equals(event.client());
  }

  @Override
  public void greet() {
    channel.comment("sendonce feed after " + position);
  }

  @Override
  public void tick(long last) {
    channel.heartbeat();
    if (position < last) {
      for (Event event : log.after(position, PAGE)) {
        if (maySee(caller, event)) {
          channel.event(
              Long.toString(event.id()), "transition", EventJson.class, EventJson.of(event));
        }
        position = event.id();
      }
    }
  }

  @Override
  public SseChannel channel() {
    return channel;
  }
}
