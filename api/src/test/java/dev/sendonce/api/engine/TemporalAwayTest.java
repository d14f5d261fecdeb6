package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendFixture;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TemporalAwayTest {
  private static final Send SEND = SendFixture.send("away", 1, SendState.PREPARED);

  private final TemporalEngine engine =
      new TemporalEngine(
          new TemporalConnection(
              new TemporalSettings("127.0.0.1:1", "default", URI.create("http://ui.example"))));

  @Test
  @Timeout(20)
  void aStartIsAnsweredWithinFiveSecondsAndTheNextOnesAtOnce() {
    long begun = System.nanoTime();
    assertThat(engine.start(SEND)).isEqualTo(Engine.Start.UNREACHABLE);
    Duration first = Duration.ofNanos(System.nanoTime() - begun);
    assertThat(first).isLessThan(Duration.ofSeconds(5));

    long again = System.nanoTime();
    assertThat(engine.start(SEND)).isEqualTo(Engine.Start.UNREACHABLE);
    assertThat(Duration.ofNanos(System.nanoTime() - again)).isLessThan(Duration.ofMillis(100));
    assertThat(engine.reachable()).isFalse();
  }

  @Test
  void aWakeNeverThrows() {
    engine.wake(SEND.key());

    assertThat(engine.reachable()).isFalse();
  }

  @Test
  void linksToTheUiWithTheKeyAsOneSegment() {
    assertThat(engine.uiLink(new SendKey("a/b")))
        .hasToString("http://ui.example/namespaces/default/workflows/a%2Fb");
  }
}
