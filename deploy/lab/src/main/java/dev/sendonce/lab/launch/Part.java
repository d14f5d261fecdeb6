package dev.sendonce.lab.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One process of a deployment: how it is started, and how one knows that it serves.
 *
 * @param environment added to that of the launcher; a null value removes a variable
 * @param ports it listens on
 * @param patience how long it may take to serve
 */
record Part(
    String name,
    List<String> command,
    Map<String, String> environment,
    List<Integer> ports,
    Probe ready,
    Duration patience) {}
