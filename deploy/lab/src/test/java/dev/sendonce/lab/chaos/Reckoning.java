package dev.sendonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.relay.Mailbox;
import dev.sendonce.lab.relay.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What became of the sends of a run, set against the relay's own journal. */
final class Reckoning {
  private static final Set<String> UNCERTAIN = Set.of("confirming", "unconfirmed");

  private final Map<String, JsonNode> sends;
  private final Journal journal;

  private Reckoning(Map<String, JsonNode> sends, Journal journal) {
    this.sends = sends;
    this.journal = journal;
  }

  /**
   * As it is now.
   *
   * @param home of the deployment
   */
  static Reckoning of(ApiClient api, Collection<String> keys, Path home)
      throws IOException, InterruptedException {
    Map<String, JsonNode> sends = new TreeMap<>();
    for (String key : keys) {
      sends.put(key, api.get(key));
    }
    return new Reckoning(sends, Journal.read(Mailbox.journal(home.resolve("mail"))));
  }

  /** {@code sent}, {@code not_sent} or {@link Behaviour#UNCERTAIN}. */
  static String end(JsonNode row) {
    String state = row.get("state").asText();
    return UNCERTAIN.contains(state) ? Behaviour.UNCERTAIN : state;
  }

  String end(String key) {
    return end(sends.get(key));
  }

  /**
   * How often the relay read a whole letter of this send that it kept or did not refuse: as strict
   * as the body-complete number, and strict with relays that keep what they refuse.
   */
  int bodies(String key) {
    JsonNode send = sends.get(key);
    String to = send.get("recipients").get(0).get("address").asText();
    return (int)
        journal.bodies().stream()
            .filter(body -> body.send().equals(send.get("id").asText()))
            .filter(body -> body.recipients().contains(to))
            .filter(body -> body.kept() || !body.refused())
            .count();
  }

  /** The most bodies of any send. */
  int mostBodies() {
    return sends.keySet().stream().mapToInt(this::bodies).max().orElse(0);
  }

  /**
   * No send has two bodies, none is called sent without one or not sent with one, and all that were
   * accepted are accounted for.
   */
  void closes() {
    assertThat(sends.keySet())
        .allSatisfy(
            key -> {
              assertThat(end(key)).as(key).isIn("sent", "not_sent", Behaviour.UNCERTAIN);
              assertThat(bodies(key)).as("bodies of %s", key).isLessThanOrEqualTo(1);
              if (!end(key).equals(Behaviour.UNCERTAIN)) {
                assertThat(bodies(key))
                    .as("bodies of %s, which is %s", key, end(key))
                    .isEqualTo(end(key).equals("sent") ? 1 : 0);
              }
            });
  }

  @Override
  public String toString() {
    Map<String, Long> ends =
        sends.keySet().stream()
            .collect(
                Collectors.groupingBy(
                    key -> end(sends.get(key)), TreeMap::new, Collectors.counting()));
    return sends.size() + " accepted: " + ends + ", at most " + mostBodies() + " bodies each";
  }
}
