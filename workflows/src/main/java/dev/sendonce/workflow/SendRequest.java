package dev.sendonce.workflow;

/**
 * The argument of a send's workflow: a claim check and nothing else.
 *
 * @param key also the workflow ID
 */
public record SendRequest(String key) {}
