package dev.sendonce.lab.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Names a process so that a later one with the same number is never taken for it.
 *
 * @param pid its number
 * @param born when the system says it started, in the system's own unit
 */
record ProcessMark(long pid, String born) {
  private static final int STATE = 0;
  private static final int START_TIME = 19;

  /** The mark of a living process. */
  static Optional<ProcessMark> of(ProcessHandle process) {
    return birth(process.pid()).map(born -> new ProcessMark(process.pid(), born));
  }

  /** The process itself, while it lives; one that waits to be reaped does not. */
  Optional<ProcessHandle> living() {
    return birth(pid).filter(born::equals).flatMap(same -> ProcessHandle.of(pid));
  }

  boolean alive() {
    return living().isPresent();
  }

  private static Optional<String> birth(long pid) {
    Path stat = Path.of("/proc", Long.toString(pid), "stat");
    if (Files.isDirectory(Path.of("/proc/self"))) {
      return fields(stat).filter(f -> !f[STATE].matches("[ZX]")).map(f -> f[START_TIME]);
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(process -> process.info().startInstant())
        .map(Object::toString);
  }

  /** What follows the name in proc(5)'s stat; the name may hold blanks and brackets itself. */
  private static Optional<String[]> fields(Path stat) {
    try {
      String line = Files.readString(stat);
      return Optional.of(line.substring(line.lastIndexOf(')') + 2).split(" "));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
