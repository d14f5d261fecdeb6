package dev.sendonce.workflow;

/**
 * The argument of a firing's workflow: a claim check and nothing else.
 *
 * @param schedule the schedule's id
 */
public record ScheduledSendRequest(String schedule) {}
