package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.lab.relay.OutcomeTable.Fate;
import dev.sendonce.lab.relay.OutcomeTable.Row;
import dev.sendonce.lab.relay.OutcomeTable.Verdict;
import dev.sendonce.lab.relay.journal.CompletedBody;
import dev.sendonce.lab.relay.journal.Entry;
import dev.sendonce.lab.relay.journal.Journal;
import dev.sendonce.lab.relay.script.ScriptText;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import dev.sendonce.smtp.RelaySettings.Security;
import dev.sendonce.smtp.SmtpRelay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every row of the outcome table on the real transport, compared with the relay's own journal. The
 * rows spend their time waiting, so all of them run side by side.
 */
class OutcomeTableTest {
  private static final int SIDE_BY_SIDE = 32;
  private static final int SMALL_BUFFER = 4096;
  private static final Map<Row, Future<Result>> RESULTS = new HashMap<>();

  @TempDir private static Path directory;
  private static ExecutorService threads;

  /** What both sides say. */
  private record Result(Attempt attempt, Journal journal) {
    Verdict verdict() {
      return OutcomeTableTest.verdict(attempt.outcome());
    }
  }

  static List<Row> rows() {
    return OutcomeTable.rows();
  }

  @BeforeAll
  static void startAllRows() throws IOException {
    threads = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    SelfSignedCertificate certificate = SelfSignedCertificate.create();
    certificate.writePem(directory.resolve("relay.pem"));
    List<Row> rows = rows();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Path journal = directory.resolve("row-" + i);
      RESULTS.put(row, threads.submit(() -> run(row, journal, certificate)));
    }
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
    RESULTS.clear();
  }

  @Test
  void hasAll81Rows() {
    assertThat(rows()).extracting(Row::name).hasSize(81).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void concludesWhatTheTableDemands(Row row) throws Exception {
    Result result = RESULTS.get(row).get();
    assertThat(result.verdict()).as("%s", result.attempt().summary()).isIn(row.verdicts());
    assertThat(fate(result.journal()))
        .isIn(row.fate() == Fate.EITHER ? Fate.values() : new Fate[] {row.fate()});
  }

  @ParameterizedTest
  @MethodSource("rows")
  void neverContradictsTheJournal(Row row) throws Exception {
    Result result = RESULTS.get(row).get();
    assertThat(VerdictOracle.contradictions(List.of(result.attempt()), result.journal())).isEmpty();
  }

  /** The twin: a client that takes silence after the dot for a refusal is caught. */
  @Test
  void theOracleCatchesAClientThatTakesSilenceForRefusal() throws Exception {
    List<String> caught = new ArrayList<>();
    for (Future<Result> future : RESULTS.values()) {
      Result result = future.get();
      if (result.verdict() == Verdict.UNCERTAIN) {
        Attempt mistaken =
            claiming(result, new Outcome.NotAccepted(SmtpPhase.REPLIED, "EOF", null));
        caught.addAll(VerdictOracle.contradictions(List.of(mistaken), result.journal()));
      }
    }
    assertThat(caught).hasSizeGreaterThan(15);
  }

  /** The twin: a client that takes every reply for an acceptance is caught. */
  @Test
  void theOracleCatchesAClientThatTakesRefusalForAcceptance() throws Exception {
    List<String> caught = new ArrayList<>();
    for (Future<Result> future : RESULTS.values()) {
      Result result = future.get();
      if (result.verdict() == Verdict.REJECTED || result.verdict() == Verdict.NOT_ACCEPTED) {
        Attempt mistaken = claiming(result, new Outcome.Accepted(Reply.of(250, "ok"), null));
        caught.addAll(VerdictOracle.contradictions(List.of(mistaken), result.journal()));
      }
    }
    assertThat(caught).hasSizeGreaterThan(25);
  }

  @Test
  void speaksToARelayWithChunkingByData() throws Exception {
    for (Row row : rows()) {
      if (row.script().contains("CHUNKING")) {
        List<String> transcript =
            RESULTS.get(row).get().journal().entries().stream()
                .filter(Entry.Closed.class::isInstance)
                .flatMap(e -> ((Entry.Closed) e).transcript().stream())
                .toList();
        assertThat(transcript)
            .as(row.name())
            .contains("DATA 354")
            .noneMatch(t -> t.startsWith("?"));
      }
    }
  }

  @Test
  void keepsTheVerdictOfEachRecipient() throws Exception {
    Row row =
        rows().stream().filter(r -> r.name().contains("others go on")).findAny().orElseThrow();
    assertThat(RESULTS.get(row).get().attempt().taken()).containsExactly("r0@x.test", "r2@x.test");
  }

  private static Attempt claiming(Result result, Outcome outcome) {
    Attempt a = result.attempt();
    AttemptResult claimed = new AttemptResult(outcome, a.result().rcptReplies());
    return new Attempt(a.letter(), a.number(), a.addresses(), a.latches(), claimed);
  }

  private static Result run(Row row, Path journal, SelfSignedCertificate certificate)
      throws IOException {
    ClientSettings client = row.client();
    if (row.security() != Security.NONE) {
      client = client.secured(row.security(), directory.resolve("relay.pem"));
    }
    if (row.login()) {
      client = client.withLogin();
    }
    List<String> addresses =
        IntStream.range(0, row.recipients()).mapToObj(i -> "r" + i + "@x.test").toList();
    List<Integer> all = IntStream.range(0, row.recipients()).boxed().toList();
    TestLetter letter = new TestLetter("send-1", row.filler());
    if (row.script().equals("refused")) {
      try (SmtpRelay relay = new SmtpRelay(client.to(closedPort()), Clock.systemUTC())) {
        return new Result(Attempt.run(relay, letter, 1, addresses, all), Journal.read(journal));
      }
    }
    RelayOptions.Security security = RelayOptions.Security.valueOf(row.security().name());
    Attempt attempt;
    try (RelayUnderTest server =
        new RelayUnderTest(
            journal,
            o ->
                security == RelayOptions.Security.NONE
                    ? o.withReceiveBuffer(SMALL_BUFFER)
                    : o.withReceiveBuffer(SMALL_BUFFER).withTls(security, certificate),
            Keeper.NOWHERE)) {
      server.behaving(ScriptText.parse("row", "", row.script()));
      try (SmtpRelay relay = new SmtpRelay(client.to(server.port()), Clock.systemUTC())) {
        attempt = Attempt.run(relay, letter, 1, addresses, all);
      }
      server.letGoOn(row.aftermath());
    }
    return new Result(attempt, Journal.read(journal));
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Verdict verdict(Outcome outcome) {
    if (outcome instanceof Outcome.Accepted) {
      return Verdict.ACCEPTED;
    }
    if (outcome instanceof Outcome.Rejected) {
      return Verdict.REJECTED;
    }
    return outcome instanceof Outcome.NotAccepted ? Verdict.NOT_ACCEPTED : Verdict.UNCERTAIN;
  }

  private static Fate fate(Journal journal) {
    if (journal.bodies().isEmpty()) {
      return Fate.NOT_READ;
    }
    return journal.bodies().stream().anyMatch(CompletedBody::kept)
        ? Fate.READ_AND_KEPT
        : Fate.READ_AND_LOST;
  }
}
