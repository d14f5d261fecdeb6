package dev.sendonce.api.feed;

import dev.sendonce.api.send.SendAnswers;
import dev.sendonce.api.send.SendJson;
import dev.sendonce.feed.ConsumerStream;
import java.util.function.Supplier;

/**
 * What is new for a consumer, pushed to one client.
 *
 * <p>A node that was frozen may answer a request whose client has long gone on elsewhere. So
 * nothing is taken for a client, and no earlier stream is ended, before some writes have shown that
 * it still listens: the second write to a connection that its other side has left fails.
 */
final class NewsStream implements PushedStream {
  private static final int PROOFS = 2;

  private final Supplier<ConsumerStream> opening;
  private final SendAnswers answers;
  private final SseChannel channel;
  private ConsumerStream stream;
  private int proofs;

  NewsStream(Supplier<ConsumerStream> opening, SendAnswers answers, SseChannel channel) {
    this.opening = opening;
    this.answers = answers;
    this.channel = channel;
  }

  @Override
  public void greet() {
    channel.comment("sendonce news");
  }

  @Override
  public void tick(long last) {
    if (proofs < PROOFS) {
      channel.comment("still there?");
      proofs++;
      return;
    }
    if (stream == null) {
      stream = opening.get();
      // before anything is taken, so that a connection that breaks at once loses nothing either
      channel.resumeFrom(stream.token().toString());
      return;
    }
    channel.heartbeat();
    stream.next(
        last,
        item ->
            channel.event(
                item.token().toString(), "send", SendJson.class, answers.json(item.send())));
    if (stream.hasEnded()) {
      channel.close();
    }
  }

  @Override
  public SseChannel channel() {
    return channel;
  }
}
