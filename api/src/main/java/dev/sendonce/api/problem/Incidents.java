package dev.sendonce.api.problem;

import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the cause of an unexpected failure in the log and gives the client only an id. Logged are
 * exception classes and stack frames, never messages: those may quote what a client sent.
 */
final class Incidents {
  private static final Logger LOG = LoggerFactory.getLogger(Incidents.class);

  Problem record(Throwable failure) {
    String incident = UUID.randomUUID().toString();
    LOG.error("incident {}\n{}", incident, trace(failure));
    return Problem.of(
            ProblemType.INTERNAL_ERROR,
            "The failure was logged as incident " + incident + ". The key is not burnt.")
        .with("incident", incident);
  }

  private static String trace(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = failure; t != null && text.length() < 20_000; t = t.getCause()) {
      text.append(text.length() == 0 ? "" : "caused by ").append(t.getClass().getName());
      for (StackTraceElement frame : t.getStackTrace()) {
        text.append("\n  at ").append(frame);
      }
      text.append('\n');
    }
    return text.toString();
  }
}
