package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.script.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Carries out steps on a connection. */
final class Player {
  /** Stores the message in hand. */
  @FunctionalInterface
  interface Keeping {
    void keep() throws IOException;
  }

  private final Wire wire;
  private final Lifetime lifetime;
  private final Duration patience;

  /**
   * @param patience how long a stall lasts at most
   */
  Player(Wire wire, Lifetime lifetime, Duration patience) {
    this.wire = wire;
    this.lifetime = lifetime;
    this.patience = patience;
  }

  /** Steps at a point where no message is in hand. */
  void play(List<Step> steps) throws IOException {
    play(steps, "", () -> {});
  }

  /**
   * Runs all steps. When one of them closed the connection, the rest is still run without saying
   * anything, and then {@link HangUpException} is thrown.
   *
   * @param steps without {@link Step.First} and {@link Step.Every}: those are decided before
   * @param id replaces {@code {id}} in what is said
   */
  void play(List<Step> steps, String id, Keeping keeping) throws IOException {
    boolean closed = false;
    for (Step step : steps) {
      if (step instanceof Step.Close close) {
        closed = true;
        if (!wire.isClosed()) {
          wire.close(close.way());
        }
      } else if (step instanceof Step.Keep) {
        keeping.keep();
      } else if (step instanceof Step.Pause pause) {
        lifetime.pause(pause.time());
      } else if (step instanceof Step.Stall) {
        lifetime.pause(patience);
        closed = true;
      } else if (!closed) {
        speak(step, id);
      }
    }
    if (closed) {
      throw new HangUpException(HangUpException.By.SCRIPT);
    }
  }

  private void speak(Step step, String id) throws IOException {
    if (step instanceof Step.Say say) {
      wire.write(octets(say.octets(), id));
    } else if (step instanceof Step.Drip drip) {
      byte[] all = octets(drip.octets(), id);
      for (int from = 0; from < all.length; from += drip.size()) {
        if (from > 0) {
          lifetime.pause(drip.pause());
        }
        int to = Math.min(all.length, from + drip.size());
        wire.write(java.util.Arrays.copyOfRange(all, from, to));
      }
    } else {
      throw new IllegalStateException("an undecided step: " + step);
    }
  }

  private static byte[] octets(String text, String id) {
    return text.replace("{id}", id).getBytes(StandardCharsets.ISO_8859_1);
  }
}
