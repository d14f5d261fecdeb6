package dev.sendonce.message;

import dev.sendonce.send.FrozenMessage;
import java.io.IOException;
import java.io.InputStream;

/** A frozen message on this node, until it is stored. Closing frees its bytes. */
public final class SpooledMessage implements FrozenMessage, AutoCloseable {
  private final String messageId;
  private final Content content;

  SpooledMessage(String messageId, Content content) {
    this.messageId = messageId;
    this.content = content;
  }

  @Override
  public String messageId() {
    return messageId;
  }

  @Override
  public String digest() {
    return "sha256:" + content.sha256();
  }

  @Override
  public long size() {
    return content.size();
  }

  @Override
  public InputStream open() throws IOException {
    return content.open();
  }

  @Override
  public void close() {
    content.close();
  }
}
