package dev.sendonce.message;

import java.util.List;

/** What {@link RawMessageReader} made of a message. */
public sealed interface RawReading {
  /** It can go out as it is; whoever gets it closes it. */
  record Sound(RawMessage message) implements RawReading {}

  /**
   * It cannot.
   *
   * @param reasons each completes the sentence "the message …"
   */
  record Defective(List<String> reasons) implements RawReading {
    public Defective {
      reasons = List.copyOf(reasons);
    }
  }
}
