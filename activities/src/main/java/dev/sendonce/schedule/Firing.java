package dev.sendonce.schedule;

import java.time.Instant;
import java.time.LocalDateTime;

/**
 * One firing and what became of it.
 *
 * @param scheduledFor the nominal local time; null for one that the rule does not explain
 * @param key of its send; null when there is none
 * @param at when it was dealt with; of a missed one, when it should have been
 * @param detail for people; null when there is nothing to add
 */
public record Firing(
    LocalDateTime scheduledFor, String key, Instant at, FiringOutcome outcome, String detail) {}
