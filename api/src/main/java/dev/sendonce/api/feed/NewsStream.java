package dev.sendonce.api.feed;

import dev.sendonce.api.send.SendAnswers;
import dev.sendonce.api.send.SendJson;
import dev.sendonce.feed.ConsumerStream;

/** What is new for a consumer, pushed to one client. */
final class NewsStream implements PushedStream {
  private final ConsumerStream stream;
  private final SendAnswers answers;
  private final SseChannel channel;

  NewsStream(ConsumerStream stream, SendAnswers answers, SseChannel channel) {
    this.stream = stream;
    this.answers = answers;
    this.channel = channel;
  }

  @Override
  public void greet() {
    channel.comment("sendonce news");
  }

  @Override
  public void tick(long last) {
    channel.heartbeat();
    stream.next(
        last,
        item ->
            channel.event(
                item.token().toString(), "send", SendJson.class, answers.json(item.send())));
    if (stream.hasEnded()) {
      close();
    }
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public boolean isBusy() {
    return channel.isBusy();
  }

  @Override
  public void close() {
    channel.close();
  }
}
