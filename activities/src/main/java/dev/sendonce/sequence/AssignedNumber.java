package dev.sendonce.sequence;

/**
 * A number that was given out for good.
 *
 * @param replayed it had been given to the same user before
 */
public record AssignedNumber(Sequence sequence, long value, String reference, boolean replayed) {}
