package dev.sendonce.lab.launch;

import dev.sendonce.lab.mongo.EmbeddedMongoMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Watches a deployment until it is stopped. Reports what dies; restarts nothing. */
final class Foreground {
  private static final Duration STEP = Duration.ofMillis(500);
  private final Home home;
  private final PrintWriter out;
  private final Set<ProcessMark> reported = new HashSet<>();
  private String lastNotice = "";

  Foreground(Home home, PrintWriter out) {
    this.home = home;
    this.out = out;
  }

  /** Returns when somebody stopped the deployment. */
  void watch() throws InterruptedException {
    Optional<Deployment> now = home.deployment();
    while (now.isPresent()) {
      if (!now.get().stopping()) {
        now.get().children().forEach(this::reportIfDead);
        reportNotice();
      }
      TimeUnit.MILLISECONDS.sleep(STEP.toMillis());
      now = home.deployment();
    }
  }

  private void reportIfDead(Deployment.Child child) {
    if (!child.process().alive() && reported.add(child.process())) {
      out.printf(
          "%s (process %d) has ended; see %s. deploy/start --home %s starts it again.%n",
          child.name(), child.process().pid(), home.log(child.name()), home);
      out.flush();
    }
  }

  private void reportNotice() {
    Path file = home.path(Parts.STORE + EmbeddedMongoMain.NOTICE_SUFFIX);
    try {
      String notice = Files.exists(file) ? Files.readString(file) : "";
      if (!notice.isEmpty() && lastNotice.isEmpty()) {
        out.println("note: " + notice);
        out.flush();
      }
      lastNotice = notice;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
