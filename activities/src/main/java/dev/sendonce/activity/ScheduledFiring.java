package dev.sendonce.activity;

/**
 * What became of a firing, for people who look at its workflow; the schedule's row is the record.
 *
 * @param key of the send; null when the firing made none
 * @param scheduledFor the nominal local time; null for a firing that the rule does not explain
 * @param outcome in one word
 * @param detail more, or null
 */
public record ScheduledFiring(String key, String scheduledFor, String outcome, String detail) {}
