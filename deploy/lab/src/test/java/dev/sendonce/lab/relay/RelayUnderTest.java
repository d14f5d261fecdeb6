package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.journal.CompletedBody;
import dev.sendonce.lab.relay.journal.Entry;
import dev.sendonce.lab.relay.journal.Journal;
import dev.sendonce.lab.relay.script.Script;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A relay on a free port with its journal in a directory of the test. */
final class RelayUnderTest implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(RelayUnderTest.class);

  private final FaultRelay relay;
  private final Path journal;

  RelayUnderTest(Path journal) throws IOException {
    this(journal, o -> o, Keeper.NOWHERE);
  }

  RelayUnderTest(Path journal, UnaryOperator<RelayOptions> with, Keeper keeper) throws IOException {
    this.journal = journal;
    this.relay =
        FaultRelay.start(
            with.apply(RelayOptions.journalIn(journal)),
            new ScriptBook(),
            keeper,
            Clock.systemUTC());
  }

  int port() {
    return relay.port();
  }

  ScriptBook scripts() {
    return relay.scripts();
  }

  /** A relay that treats each connection like this. */
  RelayUnderTest behaving(Script script) {
    relay.scripts().useAlways(script);
    return this;
  }

  SmtpProbe probe() throws IOException {
    return SmtpProbe.greet(port());
  }

  /** The journal after all sessions have ended. */
  Journal journal() throws IOException {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(10))
        .atMost(Duration.ofSeconds(10))
        .until(() -> relay.openSessions() == 0);
    return Journal.read(journal);
  }

  /** Waits until all sessions have ended, but not longer: some are made to stall. */
  void letGoOn(Duration atMost) {
    try {
      Awaitility.await()
          .pollInterval(Duration.ofMillis(20))
          .atMost(atMost)
          .until(() -> relay.openSessions() == 0);
    } catch (ConditionTimeoutException e) {
      LOG.debug("{} sessions stall", relay.openSessions());
    }
  }

  List<CompletedBody> bodies() throws IOException {
    return journal().bodies();
  }

  /** How the sessions ended. */
  List<String> ends() throws IOException {
    return journal().entries().stream()
        .filter(Entry.Closed.class::isInstance)
        .map(e -> ((Entry.Closed) e).how())
        .toList();
  }

  @Override
  public void close() throws IOException {
    relay.close();
  }
}
