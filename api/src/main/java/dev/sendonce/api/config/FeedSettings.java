package dev.sendonce.api.config;

import jakarta.validation.constraints.Min;

/**
 * The event feed.
 *
 * @param streams server-sent event streams that a node serves at once
 */
public record FeedSettings(@Min(1) Integer streams) {
  static final FeedSettings DEFAULT = new FeedSettings(null);

  public FeedSettings {
    streams = streams == null ? 100 : streams;
  }
}
