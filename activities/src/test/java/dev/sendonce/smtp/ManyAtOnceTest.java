package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.LATCHED;
import static dev.sendonce.smtp.Attempts.relay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Letters sent side by side over few connections never mix, whatever the relay is up to. */
class ManyAtOnceTest {
  private static final int LETTERS = 300;

  @Test
  void everyLetterArrivesOnceAtItsOwnRecipient() throws Exception {
    Manners[] polite = IntStream.range(0, 40).mapToObj(i -> new Manners()).toArray(Manners[]::new);
    try (ScriptedRelay server = new ScriptedRelay(polite)) {
      Map<Integer, Outcome> outcomes = sendAll(server);
      assertThat(outcomes.values()).allMatch(o -> o instanceof Outcome.Accepted);
      assertThat(server.connections()).isLessThanOrEqualTo(4 + LETTERS / 100);
      checkBodies(server, outcomes);
    }
  }

  @Test
  void aRelayInABadMoodNeverMakesALetterArriveTwiceOrInSecret() throws Exception {
    Manners[] moody = new Manners[400];
    for (int i = 0; i < moody.length; i++) {
      moody[i] = new Manners().at("DOT", "250 ok", "250 ok", "250 ok");
      switch (i % 8) {
        case 0 -> moody[i].doing("DOT", ScriptedRelay.Wire::reset);
        case 1 -> moody[i].doing("DOT", wire -> wire.socket().close());
        case 2 -> moody[i].doing("DOT", wire -> wire.raw("250 ok\r\n250 stray\r\n"));
        case 3 -> moody[i].at("DOT", "421 enough");
        case 4 -> moody[i].at("MAIL", "250 ok", "250 ok", "421 enough");
        case 5 -> moody[i].doing("RSET", wire -> wire.raw("250 ok\r\n250 stray\r\n"));
        case 6 -> moody[i].at("GREETING", "421 not now");
        default -> moody[i].doing("DATA", ScriptedRelay.Wire::reset);
      }
    }
    try (ScriptedRelay server = new ScriptedRelay(moody)) {
      checkBodies(server, sendAll(server));
    }
  }

  private static void checkBodies(ScriptedRelay server, Map<Integer, Outcome> outcomes) {
    List<String> bodies =
        server.completeBodies().stream().map(b -> new String(b, StandardCharsets.UTF_8)).toList();
    assertThat(bodies).doesNotHaveDuplicates();
    outcomes.forEach(
        (number, outcome) -> {
          if (outcome instanceof Outcome.Accepted) {
            assertThat(bodies).contains(text(number));
          } else if (outcome instanceof Outcome.NotAccepted) {
            assertThat(bodies).doesNotContain(text(number));
          }
        });
  }

  private static Map<Integer, Outcome> sendAll(ScriptedRelay server) throws Exception {
    Map<Integer, Outcome> outcomes = new ConcurrentHashMap<>();
    ExecutorService senders = Executors.newFixedThreadPool(8);
    try (SmtpRelay relay =
        relay(new SettingsFor(server.port()).deadlines(20_000).maxConnections(4).build())) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < LETTERS; i++) {
        int number = i;
        tasks.add(
            () -> {
              Transmission letter =
                  Letters.letter(Letters.message(text(number)), false, "r" + number + "@x.test");
              AttemptResult result = relay.transmit(letter, LATCHED, new AbortSwitch());
              outcomes.put(number, result.outcome());
              return null;
            });
      }
      for (Future<Void> done : senders.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
        done.get();
      }
    } finally {
      senders.shutdownNow();
    }
    assertThat(outcomes).hasSize(LETTERS);
    return outcomes;
  }

  private static String text(int number) {
    return "Subject: letter\r\n\r\nnumber " + number + "\r\n";
  }
}
