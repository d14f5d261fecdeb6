package dev.sendonce.lab.engines;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the project's commands as a person would. */
public final class Shell {
  private Shell() {}

  /**
   * How a command ended.
   *
   * @param output standard output and error together
   */
  public record Result(int exitCode, String output) {}

  /** The root of the checkout under test. */
  public static Path root() {
    return Path.of(System.getProperty("basedir", "."), "..", "..").toAbsolutePath().normalize();
  }

  /** A command of the project, for example {@code deploy/start}. */
  public static String command(String name) {
    return root().resolve(name).toString();
  }

  /** Runs to the end; what takes longer than the limit is killed and reported as a failure. */
  public static Result run(List<String> command, Map<String, String> environment, Duration limit)
      throws IOException {
    Path output = Files.createTempFile("shell", ".out");
    try {
      Process process = start(command, environment, output);
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError(
            command + " does not end within " + limit + ": " + Files.readString(output));
      }
      return new Result(process.exitValue(), Files.readString(output));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(command + " was not waited for");
    } finally {
      Files.delete(output);
    }
  }

  /** Starts a command with its output in a file and nothing to read. */
  static Process start(List<String> command, Map<String, String> environment, Path output)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .redirectInput(new File("/dev/null"));
    builder.environment().putAll(environment);
    return builder.start();
  }
}
