package dev.sendonce.evidence.events;

/** What became of a notification. */
public sealed interface Reception {
  /**
   * It was authentic, and every event in it was dealt with.
   *
   * @param attached new evidence
   * @param repeated known before
   * @param unknown about no send of this relay
   * @param ignored of a kind that says nothing about a message's fate
   */
  record Taken(int attached, int repeated, int unknown, int ignored) implements Reception {}

  /** Signature missing or wrong; nothing was done. */
  record NotAuthentic() implements Reception {}

  /** Not in the form that the provider uses; nothing was done. */
  record Unreadable(String why) implements Reception {}
}
