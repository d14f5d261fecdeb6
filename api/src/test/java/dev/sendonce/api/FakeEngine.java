package dev.sendonce.api;

import dev.sendonce.api.engine.Engine;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Temporal that only takes notes. */
final class FakeEngine implements Engine {
  final List<SendKey> started = new CopyOnWriteArrayList<>();
  final List<SendKey> woken = new CopyOnWriteArrayList<>();
  volatile boolean reachable = true;

  @Override
  public boolean start(Send send) {
    started.add(send.key());
    return reachable;
  }

  @Override
  public void wake(SendKey key) {
    woken.add(key);
  }

  @Override
  public boolean reachable() {
    return reachable;
  }

  @Override
  public URI uiLink(SendKey key) {
    return URI.create("http://ui.test/workflows/" + key.pathSegment());
  }
}
