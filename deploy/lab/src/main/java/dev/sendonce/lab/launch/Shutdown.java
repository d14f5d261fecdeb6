package dev.sendonce.lab.launch;

import java.time.Duration;
import java.util.List;

/**
 * Ends the processes of a deployment: nodes first, so that they can finish and record what is in
 * flight, the ledger last. Together the limits stay below a minute.
 */
final class Shutdown {
  /**
   * Whose turn it is.
   *
   * @param patience how long SIGTERM may take before SIGKILL
   */
  private record Turn(String prefix, Duration patience) {}

  private static final List<Turn> TURNS =
      List.of(
          new Turn("node-", Duration.ofSeconds(38)),
          new Turn("mailbox", Duration.ofSeconds(4)),
          new Turn("temporal", Duration.ofSeconds(6)),
          new Turn("mongo", Duration.ofSeconds(5)));

  private Shutdown() {}

  /**
   * Returns when all of it is gone. What is dead already, or was never this child, is left alone.
   */
  static void of(Deployment deployment) throws InterruptedException {
    for (Turn turn : TURNS) {
      List<ProcessMark> processes =
          deployment.children().stream()
              .filter(child -> child.name().startsWith(turn.prefix))
              .map(Deployment.Child::process)
              .toList();
      end(processes, turn.patience);
    }
  }

  private static void end(List<ProcessMark> processes, Duration patience)
      throws InterruptedException {
    processes.forEach(mark -> mark.living().ifPresent(ProcessHandle::destroy));
    if (!Wait.until(() -> processes.stream().noneMatch(ProcessMark::alive), patience)) {
      processes.forEach(mark -> mark.living().ifPresent(ProcessHandle::destroyForcibly));
      Wait.until(() -> processes.stream().noneMatch(ProcessMark::alive), Duration.ofSeconds(2));
    }
  }
}
