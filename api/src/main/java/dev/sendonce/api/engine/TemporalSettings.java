package dev.sendonce.api.engine;

import java.net.URI;

/**
 * Where Temporal is.
 *
 * @param target {@code host:port} of the frontend
 * @param ui base address of the Temporal UI, without a slash at the end
 */
public record TemporalSettings(String target, String namespace, URI ui) {}
