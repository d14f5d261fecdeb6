package dev.sendonce.api.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sendonce.sequence.SequenceNumbers;

/**
 * How unique numbers are taken.
 *
 * @param mode {@code gap-free} or {@code fast}; keep it for the life of the sequences
 */
public record SequenceSettings(Mode mode) {
  static final SequenceSettings DEFAULT = new SequenceSettings(null);

  public SequenceSettings {
    mode = mode == null ? Mode.GAP_FREE : mode;
  }

  /** The spellings of the YAML. */
  public enum Mode {
    @JsonProperty("gap-free")
    GAP_FREE,
    @JsonProperty("fast")
    FAST
  }

  /** The same, as the sequences want to know it. */
  public SequenceNumbers.Mode numbers() {
    return mode == Mode.FAST ? SequenceNumbers.Mode.FAST : SequenceNumbers.Mode.GAP_FREE;
  }
}
