package dev.sendonce.intake;

import java.time.Instant;

/**
 * A claim that a key stands for something nobody else may send now.
 *
 * @param id digest of what is claimed; no address and no content can be read from it
 * @param request digest of the whole request that claimed it
 * @param at when it was claimed, or claimed again
 * @param until when it lapses, or null for never
 */
record GuardRow(String id, String key, String request, Instant at, Instant until) {}
