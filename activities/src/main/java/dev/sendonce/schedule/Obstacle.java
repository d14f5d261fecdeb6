package dev.sendonce.schedule;

/**
 * Why a firing makes no letter.
 *
 * @param outcome what the firing becomes
 * @param detail for people
 */
record Obstacle(FiringOutcome outcome, String detail) {}
