package dev.sendonce.lab.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.lab.engines.Shell;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code deploy/stop} in a checkout that was cleaned, or never built. */
class StopWithoutBuildTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path checkout;

  @BeforeEach
  void copyTheScripts() throws IOException {
    Files.createDirectories(checkout.resolve("deploy/lab"));
    for (String script : List.of("deploy/stop", "deploy/lab/launch.sh")) {
      Files.copy(Shell.root().resolve(script), checkout.resolve(script));
    }
  }

  @Test
  void endsWhatRunsWithTheCopiesInTheHome() throws Exception {
    Home home = Home.at(checkout.resolve("some home"));
    home.prepare();
    copyProgramTo(home.path("app"));
    Process node = new ProcessBuilder("sleep", "60").start();
    ProcessMark mark = ProcessMark.of(node.toHandle()).orElseThrow();
    home.record(
        new Deployment(
            new ProcessMark(1, "none"),
            new StartOptions(null, null, null, null, null, 1, false),
            List.of(new Deployment.Child("node-1", mark)),
            false));

    Shell.Result result = stop("--home", home.toString());

    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(result.output()).contains("stopped").doesNotContain("building");
    assertThat(mark.alive()).isFalse();
  }

  @Test
  void buildsNothingToSayThatNothingRuns() throws IOException {
    Shell.Result result = stop("--home=" + checkout.resolve("none"));

    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(result.output()).contains("nothing runs in").doesNotContain("building");
  }

  private Shell.Result stop(String... arguments) throws IOException {
    List<String> command =
        Stream.concat(Stream.of(checkout.resolve("deploy/stop").toString()), Stream.of(arguments))
            .toList();
    return Shell.run(command, Map.of("JAVA_HOME", System.getProperty("java.home")), LIMIT);
  }

  /** A jar that names the classes of this test run, in place of the one with everything in it. */
  private static void copyProgramTo(Path app) throws IOException {
    Files.createDirectories(app.resolve("modules"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    new JarOutputStream(Files.newOutputStream(app.resolve("sendonce.jar")), manifest).close();
  }
}
