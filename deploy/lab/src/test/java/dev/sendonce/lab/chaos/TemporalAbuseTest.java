package dev.sendonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Temporal abused through its command line while an attempt is at each of its points, with the node
 * alive and with the node killed: nothing goes out twice, and nothing is lost.
 */
@Tag("long")
class TemporalAbuseTest {
  private static final String LETTER = "ann@example.test";
  private static final LabScene.Phases PHASES = new LabScene.Phases(3, 4, 6, 8);

  /** Kept when a test fails: logs, ledger, histories and the relay's journal tell why. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  @Timeout(600)
  void nothingIsSentTwiceOrLost() throws Exception {
    try (LabScene scene = new LabScene(directory, 1, PHASES.options())) {
      abuse(scene, "alive");
      scene.points().releaseAll();
      undo(scene, "alive");
      Reckoning alive = scene.atRest(1, scene.keys());
      assertThat(scene.keys()).allSatisfy(key -> assertThat(alive.end(key)).isEqualTo("sent"));
      alive.closes();

      Map<String, String> pointOf = abuse(scene, "killed");
      scene.deployment().kill("node-1");
      scene.points().releaseAll();
      scene.deployment().startDeadParts();
      undo(scene, "killed");
      Reckoning killed = scene.atRest(1, scene.keys());
      killed.closes();
      pointOf.forEach(
          (key, point) ->
              assertThat(killed.end(key))
                  .as(key)
                  .isIn(
                      switch (point) {
                        case "latched" -> java.util.Set.of(Behaviour.UNCERTAIN);
                        case "replied" -> java.util.Set.of("sent");
                        default ->
                            key.endsWith("cancel")
                                ? java.util.Set.of("sent", "not_sent")
                                : java.util.Set.of("sent");
                      }));

      resetAll(scene);
      scene.atRest(1, scene.keys()).closes();
      System.out.println("Temporal abused at every point: " + killed);
    }
  }

  private static String temporal(LabScene scene) throws Exception {
    return scene.deployment().runFile().get("temporal").asText();
  }

  /** Each abuse of each point, with the attempts held there. */
  private static Map<String, String> abuse(LabScene scene, String prefix) throws Exception {
    Map<String, String> pointOf = new LinkedHashMap<>();
    for (String point : LabScene.POINTS) {
      for (TemporalAbuse abuse : TemporalAbuse.values()) {
        pointOf.put(abuse.key(prefix + "-" + point), point);
      }
    }
    scene.holdAt(pointOf);
    for (String key : pointOf.keySet()) {
      scene.post(1, key, LETTER);
    }
    scene.awaitHeld(pointOf.size());
    for (String point : LabScene.POINTS) {
      for (TemporalAbuse abuse : TemporalAbuse.values()) {
        abuse.to(temporal(scene), abuse.key(prefix + "-" + point));
      }
    }
    return pointOf;
  }

  private static void undo(LabScene scene, String prefix) throws Exception {
    for (String point : LabScene.POINTS) {
      for (TemporalAbuse abuse : TemporalAbuse.values()) {
        abuse.undo(temporal(scene), abuse.key(prefix + "-" + point));
      }
    }
  }

  /** Those that are finished, too: their runs look at the ledger and end again. */
  private static void resetAll(LabScene scene) throws Exception {
    for (String point : LabScene.POINTS) {
      String key = TemporalAbuse.NOTHING.key("alive-" + point);
      TemporalAbuse.RESET_TO_FIRST_TASK.to(temporal(scene), key);
      await()
          .atMost(LabScene.PATIENCE)
          .untilAsserted(() -> assertThat(scene.api(1).state(key)).isEqualTo("sent"));
    }
  }
}
