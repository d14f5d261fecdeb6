package dev.sendonce.lease;

/**
 * A right that one owner holds for a while.
 *
 * @param number grows with every change of hands; whatever is done under the lease carries it, and
 *     what carries a smaller number than the newest is refused
 */
public record Lease(String name, String owner, long number) {}
