package dev.sendonce.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever keeps a deployment from running is said in one sentence, and nothing is left behind. */
@Tag("engines")
class StartFailureTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;

  @AfterEach
  void leavesNothingRunning() {
    assertThat(
            ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(command -> command.contains(directory.toString())))
        .isEmpty();
  }

  @Test
  void refusesAnUnknownFlag() throws IOException {
    assertOneSentence(start(Map.of(), "--frobnicate"), "--frobnicate");
  }

  @Test
  void refusesFlagsThatMakeNoSense() throws IOException {
    assertOneSentence(start(Map.of(), "--relay", "relay.example"), "--relay must look like");
    assertOneSentence(start(Map.of(), "--nodes", "0"), "--nodes must be between");
    assertOneSentence(start(Map.of(), "--nodes", "two"), "--nodes");
    assertOneSentence(start(Map.of(), "--temporal", "localhost"), "--temporal must look like");
  }

  @Test
  void refusesAHomeThatCannotBeWritten() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    assertOneSentence(
        Shell.run(
            List.of(Shell.command("deploy/start"), "--home", file.resolve("home").toString()),
            Map.of(),
            PATIENCE),
        "cannot be written");
  }

  @Test
  void namesThePortThatIsTaken() throws IOException {
    int base = FreePorts.base();
    try (ServerSocket taken = new ServerSocket(base + 84, 1, InetAddress.getLoopbackAddress())) {
      assertOneSentence(
          start(Map.of(), "--port-base", Integer.toString(base)),
          "port " + taken.getLocalPort() + " for mongo is taken");
    }
  }

  @Test
  void saysThatJavaIsTooOld() throws IOException {
    Path java = directory.resolve("jdk/bin/java");
    script(java, "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");

    assertOneSentence(
        start(Map.of("JAVA_HOME", directory.resolve("jdk").toString())), "Java 17 or newer");
  }

  @Test
  void saysThatThereIsNoJava() throws IOException {
    Map<String, String> bare =
        Map.of("PATH", only("bash", "env", "dirname", "readlink").toString(), "JAVA_HOME", "");

    assertOneSentence(start(bare), "Java 17 or newer");
  }

  @Test
  void saysThatThereIsNeitherTemporalNorPython() throws IOException {
    String java = Path.of(System.getProperty("java.home")).toString();
    Path tools = only("bash", "env", "dirname", "readlink", "sed", "head", "find", "setsid");

    assertOneSentence(
        start(
            Map.of("PATH", tools.toString(), "JAVA_HOME", java),
            "--port-base",
            Integer.toString(FreePorts.base())),
        "temporal command is not on the PATH");
  }

  @Test
  void saysThatPythonHasNoPip() throws IOException {
    String java = Path.of(System.getProperty("java.home")).toString();
    Path tools = only("bash", "env", "dirname", "readlink", "sed", "head", "find", "setsid");
    script(tools.resolve("python3"), "exit 1");

    assertOneSentence(
        start(
            Map.of("PATH", tools.toString(), "JAVA_HOME", java),
            "--port-base",
            Integer.toString(FreePorts.base())),
        "no venv and pip");
  }

  @Test
  void repeatsWhatANodeRefuses() throws IOException {
    String twoUnsafeSettings = "-Ddw.relays.default.timeouts.endOfData=1s -Ddw.resendGuard=3s";

    Shell.Result result =
        start(
            Map.of("SENDONCE_JAVA_OPTS", twoUnsafeSettings),
            "--port-base",
            Integer.toString(FreePorts.base()));

    assertOneSentence(result, "endOfData");
    assertOneSentence(result, "resendGuard");
  }

  private Shell.Result start(Map<String, String> environment, String... flags) throws IOException {
    List<String> command = new ArrayList<>(List.of(Shell.command("deploy/start")));
    command.addAll(List.of("--home", directory.resolve("home").toString()));
    command.addAll(List.of(flags));
    return Shell.run(command, environment, PATIENCE);
  }

  private static void assertOneSentence(Shell.Result result, String containing) {
    assertThat(result.exitCode()).as(result.output()).isNotZero();
    List<String> lines = result.output().lines().filter(line -> !line.isBlank()).toList();
    assertThat(lines).last().asString().startsWith("deploy/start: ").contains(containing);
    assertThat(lines).hasSizeLessThanOrEqualTo(2);
  }

  /** A directory with some of the system's programs and nothing else. */
  private Path only(String... programs) throws IOException {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    for (String program : programs) {
      for (String place : List.of("/bin", "/usr/bin")) {
        Path file = Path.of(place, program);
        if (Files.exists(file) && Files.notExists(bin.resolve(program))) {
          Files.createSymbolicLink(bin.resolve(program), file);
        }
      }
    }
    return bin;
  }

  private static void script(Path file, String line) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
