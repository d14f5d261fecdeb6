package dev.sendonce.lab.relay;

import static dev.sendonce.lab.relay.script.Script.named;
import static dev.sendonce.lab.relay.script.Step.drip;
import static dev.sendonce.lab.relay.script.Step.keep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.lab.relay.journal.Journal;
import dev.sendonce.lab.relay.script.Point.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order on which every oracle relies: journal, keep, answer. */
class DurableBeforeReplyTest {
  @TempDir private Path directory;

  @Test
  void theBodyIsInTheJournalBeforeTheLetterIsKept() throws IOException {
    StringBuilder seen = new StringBuilder();
    Keeper keeper =
        letter -> {
          Journal journal = Journal.read(directory);
          seen.append(journal.bodies().size())
              .append(journal.content(journal.bodies().get(0)).length);
        };
    try (RelayUnderTest relay = new RelayUnderTest(directory, o -> o, keeper);
        SmtpProbe probe = relay.probe()) {
      probe.send("ann@x.test", "a\r\n");
    }
    assertThat(seen).hasToString("13");
  }

  @Test
  void theBodyIsInTheJournalBeforeTheFirstByteOfTheAnswer() throws IOException {
    try (RelayUnderTest relay =
            new RelayUnderTest(directory)
                .behaving(
                    named("slow", "")
                        .at(Place.DOT, keep(), drip(Duration.ofSeconds(20), "250 ok\r\n")));
        SmtpProbe probe = relay.probe()) {
      probe.beginBody("s@x.test", "ann@x.test");
      probe.write("a\r\n.\r\n");
      assertThat(probe.octets(1)).isEqualTo("2");
      assertThat(Journal.read(directory).bodies())
          .singleElement()
          .satisfies(
              body -> {
                assertThat(body.kept()).isTrue();
                assertThat(body.body().plannedCode()).isEqualTo(250);
                assertThat(body.answered()).isEmpty();
              });
    }
  }
}
