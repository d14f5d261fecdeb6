package dev.sendonce.lab.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The built program. A deployment runs from copies in its home, because a build that replaces a jar
 * under a running JVM breaks it at the next class it loads.
 *
 * @param root of the checkout
 */
record Installation(Path root) {
  private static final String NODE_JAR = "sendonce.jar";

  /** Replaces the copies; nothing may run from them. */
  void copyTo(Home home) throws StartFailure {
    Path modules = home.path("app/modules");
    try {
      Files.createDirectories(modules);
      clear(modules);
      copy(root.resolve("api/target").resolve(NODE_JAR), home.path("app"));
      try (DirectoryStream<Path> jars =
          Files.newDirectoryStream(root.resolve("deploy/lab/target/modules"), "*.jar")) {
        for (Path jar : jars) {
          copy(jar, modules);
        }
      }
    } catch (IOException e) {
      throw new StartFailure("the program cannot be copied to the home: " + e.getMessage(), e);
    }
  }

  /** The command line of a node, after the JVM's options. */
  List<String> node(Home home) {
    return List.of(
        "-jar",
        home.path("app").resolve(NODE_JAR).toString(),
        "server",
        root.resolve("deploy/config/sendonce.yml").toString());
  }

  /** What the programs of this module need. */
  String labClasspath(Home home) {
    return home.path("app/modules/*")
        + File.pathSeparator
        + root.resolve("deploy/lab/target/lib/*");
  }

  private static void clear(Path directory) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(directory)) {
      for (Path file : old) {
        Files.delete(file);
      }
    }
  }

  private static void copy(Path file, Path directory) throws IOException {
    Files.copy(file, directory.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
  }
}
