package dev.sendonce.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Send;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SendViewsTest {
  private final Bench bench = new Bench();

  @AfterEach
  void tearDown() {
    bench.close();
  }

  @Test
  void aSendThatWasParkedBeforeItsFirstAttemptSaysWhy() {
    Send send = bench.accept();
    bench.ledger().adoptRestored(send.key(), "jo");

    assertThat(bench.views().of(bench.find(send.key())).cause()).isEqualTo("restored");
  }

  @Test
  void aReplyFromBeforeIsNotTheReasonWhyASendWasParked() {
    bench.relay().then(bench.relay()::defer);
    Send send = bench.accept();
    bench.deliver(send, 1);
    bench.ledger().adoptRestored(send.key(), "jo");

    assertThat(bench.views().of(bench.find(send.key())).cause()).isEqualTo("restored");
  }

  @Test
  void anAttemptThatLostItsConnectionIsItsOwnReason() {
    bench.relay().then(bench.relay()::dropAfterDot);
    Send send = bench.accept();
    bench.deliver(send, 1);

    assertThat(bench.views().of(bench.find(send.key())).cause()).isEqualTo("no_reply");
  }
}
