package dev.sendonce.activity;

import dev.sendonce.send.Decision;

/**
 * A person's decision about an uncertain send.
 *
 * @param epoch the attempt the person looked at
 */
public record ResolveOrder(Decision decision, String actor, String note, Integer epoch) {}
