package dev.sendonce.lab.mongo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The embedded MongoDB in a JVM of its own, to be killed. */
public final class MongoProcess implements AutoCloseable {
  private static final String READY = "listening on ";
  private final Process process;
  private final String uri;

  private MongoProcess(Process process, String uri) {
    this.process = process;
    this.uri = uri;
  }

  /** Starts it and waits until it listens. */
  public static MongoProcess start(Path file) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedMongoMain.class.getName(),
                "--file",
                file.toString(),
                "--port",
                "0")
            .redirectErrorStream(true)
            .start();
    BufferedReader out = process.inputReader();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(READY)) {
        return new MongoProcess(process, line.substring(READY.length()));
      }
    }
    throw new IOException("the process ended before it listened");
  }

  /** Of the server, for drivers. */
  public String uri() {
    return uri;
  }

  /** SIGKILL; returns when the process is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** SIGTERM; returns how long it took to end. */
  long terminate() throws InterruptedException {
    long start = System.nanoTime();
    process.destroy();
    process.waitFor();
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
