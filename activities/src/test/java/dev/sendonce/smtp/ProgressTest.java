package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.send.SmtpPhase;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Progress progress =
      new Progress(new SettingsFor(25).build(), timer, System::nanoTime, TransmissionObserver.NONE);

  @AfterEach
  void tearDown() {
    progress.close();
    timer.shutdownNow();
  }

  @Test
  void aStepThatTakesTooLongIsNamedAndNotThePhaseItIsIn() {
    progress.enter(SmtpPhase.BODY);
    progress.step("recording end of data", Duration.ofMillis(20));

    await().until(() -> progress.stopped().isPresent());
    assertThat(progress.stopped()).contains("recording end of data took longer than PT0.02S");
  }
}
