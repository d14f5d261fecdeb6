package dev.sendonce.activity;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.sendonce.send.SendView;

/**
 * The answer to an order given through Temporal.
 *
 * @param applied whether it took effect
 * @param message what happened, or what was wrong and what to do, in one sentence
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record OrderResult(boolean applied, String message, SendView view) {}
