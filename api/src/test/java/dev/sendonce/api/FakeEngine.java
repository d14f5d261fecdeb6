package dev.sendonce.api;

import dev.sendonce.api.engine.Engine;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Temporal that only takes notes. */
final class FakeEngine implements Engine {
  final List<SendKey> started = new CopyOnWriteArrayList<>();
  final Set<SendKey> knownBefore = ConcurrentHashMap.newKeySet();
  final List<SendKey> woken = new CopyOnWriteArrayList<>();
  volatile boolean reachable = true;
  volatile boolean workers = true;

  @Override
  public Start start(Send send) {
    started.add(send.key());
    if (knownBefore.contains(send.key())) {
      return Start.KNOWN_BEFORE;
    }
    return reachable ? Start.DONE : Start.UNREACHABLE;
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
  public boolean hasWorkers(String relay) {
    return workers;
  }

  @Override
  public URI uiLink(SendKey key) {
    return URI.create("http://ui.test/workflows/" + key.pathSegment());
  }
}
