package dev.sendonce.lab.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessMarkTest {
  @Test
  void findsItsProcessWhileItLives() throws Exception {
    Process process = sleeper();
    ProcessMark mark = ProcessMark.of(process.toHandle()).orElseThrow();

    assertThat(mark.living()).contains(process.toHandle());
    process.destroyForcibly().waitFor();
    assertThat(mark.alive()).isFalse();
  }

  @Test
  void doesNotTakeALaterProcessWithTheSameNumberForItsOwn() throws Exception {
    Process process = sleeper();
    ProcessMark mark = ProcessMark.of(process.toHandle()).orElseThrow();
    ProcessMark earlier = new ProcessMark(mark.pid(), mark.born() + "0");

    assertThat(earlier.living()).isEmpty();
    process.destroyForcibly();
  }

  private static Process sleeper() throws IOException {
    return new ProcessBuilder("sleep", "60").start();
  }
}
