package dev.sendonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sendonce.api.UnguardedNode;
import dev.sendonce.lab.engines.TestDeployment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes, killed or frozen at every named point of an attempt, for each behaviour of the
 * relay at the final dot. The oracle is the relay's own journal, written by its own process.
 */
class CrashMatrixTest {
  private static final LabScene.Phases SHORT = new LabScene.Phases(1, 2, 3, 4);

  /** Kept when a test fails: logs, ledger, histories and the relay's journal tell why. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  @Tag("engines")
  @Timeout(300)
  void sigkillAtEveryPointForEveryBehaviourOfTheRelay() throws Exception {
    try (LabScene scene = new LabScene(directory, 1, SHORT.options())) {
      Reckoning reckoning = kill(scene, List.of(Behaviour.values()));

      for (String point : LabScene.POINTS) {
        for (Behaviour behaviour : Behaviour.values()) {
          String key = behaviour.key(point);
          assertThat(reckoning.end(key)).as(key).isEqualTo(endAfterKill(point, behaviour));
          if (point.equals("latched")) {
            assertThat(reckoning.bodies(key)).as("bodies of %s", key).isZero();
          }
        }
      }
      reckoning.closes();
      System.out.println("SIGKILL at every point: " + reckoning);
    }
  }

  @Test
  @Tag("long")
  @Timeout(300)
  void withoutThePhaseInSettlingTheMatrixReportsASecondBody() throws Exception {
    String twin = UnguardedNode.options("SETTLE_PHASE");
    try (LabScene scene = new LabScene(directory, 1, SHORT.options(), twin)) {
      Reckoning reckoning = kill(scene, List.of(Behaviour.KEEPS));

      assertThat(reckoning.bodies(Behaviour.KEEPS.key("replied"))).isEqualTo(2);
      assertThatThrownBy(reckoning::closes).isInstanceOf(AssertionError.class);
    }
  }

  @Test
  @Tag("long")
  @Timeout(600)
  void sigstopPastEveryDeadlineAtEveryPointAndThenSigcont() throws Exception {
    try (LabScene scene = new LabScene(directory, 2, SHORT.options())) {
      Map<String, String> frozen = freeze(scene);
      for (String key : scene.keys()) {
        scene.awaitEnd(2, key, endAfterFreeze(key, frozen.get(key)));
      }
      Reckoning reckoning = scene.atRest(2, scene.keys());
      reckoning.closes();
      System.out.println("SIGSTOP at every point: " + reckoning);
    }
  }

  @Test
  @Tag("long")
  @Timeout(600)
  void aLatchThatLetsEverythingPassMakesTheMatrixReportASecondBody() throws Exception {
    String twin = UnguardedNode.options("MARK_OWNER,MARK_EPOCH,MARK_STATE");
    try (LabScene scene = new LabScene(directory, 2, SHORT.options(), twin)) {
      freeze(scene);

      await()
          .atMost(LabScene.PATIENCE)
          .untilAsserted(() -> assertThat(scene.reckoning(2).mostBodies()).isEqualTo(2));
    }
  }

  private static Reckoning kill(LabScene scene, List<Behaviour> behaviours) throws Exception {
    Map<String, String> pointOf = new LinkedHashMap<>();
    LabScene.POINTS.forEach(point -> behaviours.forEach(b -> pointOf.put(b.key(point), point)));
    scene.holdAt(pointOf);
    for (String point : LabScene.POINTS) {
      for (Behaviour behaviour : behaviours) {
        scene.post(1, behaviour.key(point), behaviour.recipient());
      }
    }
    scene.awaitHeld(pointOf.size());
    scene.deployment().kill("node-1");
    scene.points().releaseAll();
    scene.deployment().startDeadParts();
    return scene.atRest(1, scene.keys());
  }

  /** What the design demands: proof of non-acceptance before the latch, honesty after it. */
  private static String endAfterKill(String point, Behaviour behaviour) {
    return switch (point) {
      case "claimed", "before-latch" -> behaviour.end();
      case "latched" -> Behaviour.UNCERTAIN;
      default -> behaviour.endWhenUnrecorded();
    };
  }

  /**
   * A node that was frozen between latch and dot aborts, and proves so. A copy of the next attempt
   * is no evidence then: two attempts were latched, and it does not tell which it is.
   *
   * @param frozenAt null for what other sends went through
   */
  private static String endAfterFreeze(String key, String frozenAt) {
    boolean untold = key.contains("silent-kept") && "latched".equals(frozenAt);
    return untold || key.contains("silent-lost") ? Behaviour.UNCERTAIN : "sent";
  }

  /**
   * Freezes node 1 with one send of each of three behaviours at each point, until node 2 has done
   * with all of them what it can and every deadline has passed; then lets it go on.
   *
   * @return where each was, by key
   */
  private static Map<String, String> freeze(LabScene scene) throws Exception {
    TestDeployment deployment = scene.deployment();
    long frozen = deployment.process("node-1").pid();
    List<Behaviour> behaviours =
        List.of(Behaviour.KEEPS, Behaviour.SILENT_KEPT, Behaviour.SILENT_LOST);
    scene
        .points()
        .hold(
            arrival ->
                arrival.pid() == frozen
                    && arrival.attempt() == 1
                    && scene.points().held().stream()
                        .noneMatch(h -> place(scene, h).equals(place(scene, arrival))));
    int places = LabScene.POINTS.size() * behaviours.size();
    for (int letter = 0; scene.points().held().size() < places && letter < 20 * places; letter++) {
      Behaviour behaviour = behaviours.get(letter % behaviours.size());
      scene.post(2, behaviour.key("letter-" + letter), behaviour.recipient());
      int posted = letter + 1;
      await().until(() -> settled(scene, posted));
    }
    scene.awaitHeld(places);
    Map<String, String> pointOf = new LinkedHashMap<>();
    scene.points().held().forEach(held -> pointOf.put(scene.key(held), held.point()));
    deployment.freeze("node-1");
    try {
      await().atMost(LabScene.PATIENCE).until(hasPassed(SHORT.deadline()));
      scene.atRest(2, scene.keys());
    } finally {
      deployment.thaw("node-1");
      scene.points().releaseAll();
    }
    return pointOf;
  }

  private static Callable<Boolean> hasPassed(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    return () -> System.nanoTime() - end > 0;
  }

  /** All that were posted are held or have left node 1's reach. */
  private static boolean settled(LabScene scene, int posted) throws Exception {
    long moving =
        Stream.of("prepared", "smtp_inflight").mapToLong(state -> count(scene, state)).sum();
    return posted > 0 && moving <= scene.points().held().size();
  }

  private static long count(LabScene scene, String state) {
    try {
      return scene.api(2).read("/v1/sends?limit=500&state=" + state).get("items").size();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A point and a behaviour: each is wanted once. */
  private static String place(LabScene scene, PointListener.Arrival arrival) {
    return arrival.point() + " " + scene.key(arrival).replaceAll("letter-\\d+-", "");
  }
}
