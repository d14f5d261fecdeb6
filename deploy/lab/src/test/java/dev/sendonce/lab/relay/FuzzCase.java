package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.journal.Entry;
import dev.sendonce.lab.relay.journal.Journal;
import dev.sendonce.lab.relay.script.Script;
import dev.sendonce.lab.relay.script.ScriptText;
import dev.sendonce.smtp.AbortSwitch;
import dev.sendonce.smtp.Relay;
import dev.sendonce.smtp.RelaySettings.Security;
import dev.sendonce.smtp.SmtpRelay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One or two letters, handed over again and again as the ledger would, to a relay that behaves
 * differently on each connection. Everything that is random comes from the seed; what remains open
 * is which packet is faster.
 */
final class FuzzCase {
  private static final int PATIENCE_MILLIS = 150;
  private static final int MOST_ATTEMPTS = 4;
  private static final int SCRIPTS = 6;

  private final long seed;
  private final Random random;
  private final Tls tls;
  private final List<Script> scripts = new ArrayList<>();
  private final List<Attempt> attempts = new ArrayList<>();

  /** What the TLS cases share. */
  record Tls(SelfSignedCertificate certificate, Path pem) {}

  /** How it went. */
  record Report(List<Attempt> attempts, Journal journal, List<String> contradictions) {}

  FuzzCase(long seed, Tls tls) {
    this.seed = seed;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.tls = tls;
  }

  /**
   * Runs it.
   *
   * @param journal an empty directory
   * @param sabotage what becomes of the transport before it is used
   */
  Report run(Path journal, UnaryOperator<Relay> sabotage) throws IOException {
    Security security = security();
    List<TestLetter> letters = letters();
    int largest = letters.stream().mapToInt(l -> (int) l.size()).max().orElseThrow();
    RandomScripts source = new RandomScripts(random, largest, PATIENCE_MILLIS);
    IntStream.range(0, SCRIPTS).forEach(i -> scripts.add(source.next()));
    ClientSettings client = ClientSettings.plain(Duration.ofMillis(PATIENCE_MILLIS));
    if (security != Security.NONE) {
      client = client.secured(security, tls.pem());
    }
    if (random.nextInt(3) == 0) {
      client = client.withLogin();
    }
    try (RelayUnderTest server =
        new RelayUnderTest(journal, o -> options(o, security), Keeper.NOWHERE)) {
      scripts.forEach(script -> server.scripts().useNext(script, 1));
      try (SmtpRelay relay = new SmtpRelay(client.to(server.port()), Clock.systemUTC())) {
        for (TestLetter letter : letters) {
          handOver(sabotage.apply(relay), letter);
        }
      }
      server.letGoOn(Duration.ofMillis(4L * PATIENCE_MILLIS));
    }
    Journal read = Journal.read(journal);
    return new Report(attempts, read, VerdictOracle.contradictions(attempts, read));
  }

  /** Everything that is needed to understand a contradiction. */
  String describe(Report report) {
    String behaviours =
        scripts.stream().map(ScriptText::format).collect(Collectors.joining("\n  "));
    String ours =
        report.attempts().stream()
            .map(a -> a.summary().toString())
            .collect(Collectors.joining("\n  "));
    String theirs =
        report.journal().entries().stream()
            .map(Entry::toString)
            .collect(Collectors.joining("\n  "));
    return "seed "
        + seed
        + ": "
        + report.contradictions()
        + "\n scripts\n  "
        + behaviours
        + "\n attempts\n  "
        + ours
        + "\n journal\n  "
        + theirs;
  }

  /** As the ledger would: again only what is provably open, never what may have arrived. */
  private void handOver(Relay relay, TestLetter letter) {
    int people = 1 + random.nextInt(3);
    List<String> addresses =
        IntStream.range(0, people)
            .mapToObj(i -> "r" + i + "@" + letter.sendId() + ".test")
            .toList();
    List<Integer> open = IntStream.range(0, people).boxed().toList();
    for (int number = 1; number <= MOST_ATTEMPTS && !open.isEmpty(); number++) {
      Attempt attempt = Attempt.run(relay, letter, number, addresses, open, latch(), abort());
      attempts.add(attempt);
      open = attempt.retryable();
    }
  }

  private List<TestLetter> letters() {
    int[] fillers = {0, 300, 6_000, 60_000};
    List<TestLetter> letters = new ArrayList<>();
    int count = 1 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      letters.add(new TestLetter("s" + seed + "-" + i, fillers[random.nextInt(fillers.length)]));
    }
    return letters;
  }

  private Security security() {
    return switch (random.nextInt(5)) {
      case 0 -> Security.STARTTLS;
      case 1 -> Security.TLS;
      default -> Security.NONE;
    };
  }

  private RelayOptions options(RelayOptions plain, Security security) {
    return security == Security.NONE
        ? plain
        : plain.withTls(RelayOptions.Security.valueOf(security.name()), tls.certificate());
  }

  private BooleanSupplier latch() {
    return switch (random.nextInt(24)) {
      case 0 -> () -> false;
      case 1 ->
          () -> {
            throw new IllegalStateException("the ledger cannot be reached");
          };
      default -> () -> true;
    };
  }

  private AbortSwitch abort() {
    AbortSwitch abort = new AbortSwitch();
    if (random.nextInt(16) == 0) {
      CompletableFuture.delayedExecutor(random.nextInt(60), TimeUnit.MILLISECONDS)
          .execute(() -> abort.pull("random"));
    }
    return abort;
  }
}
