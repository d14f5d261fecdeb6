package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.SmtpPhase;
import dev.sendonce.smtp.AbortSwitch;
import dev.sendonce.smtp.BreakerState;
import dev.sendonce.smtp.EndOfDataLatch;
import dev.sendonce.smtp.Relay;
import dev.sendonce.smtp.RelaySettings;
import dev.sendonce.smtp.Transmission;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Random relays against the real transport: no body is read twice, nothing is called sent or not
 * sent that is not. {@code -Dfuzz.seed=N} chooses the first seed; a failure prints the seed of its
 * case, which {@code -Dfuzz.seed=N -Dfuzz.cases=1} repeats.
 */
class TransportFuzzTest {
  private static final Logger LOG = LoggerFactory.getLogger(TransportFuzzTest.class);

  @TempDir private static Path directory;
  private static FuzzCase.Tls tls;

  @BeforeAll
  static void makeCertificate() throws IOException {
    SelfSignedCertificate certificate = SelfSignedCertificate.create();
    Path pem = directory.resolve("relay.pem");
    certificate.writePem(pem);
    tls = new FuzzCase.Tls(certificate, pem);
  }

  @Test
  void aShortSliceContradictsNothing() throws Exception {
    Tally tally =
        fuzz(Long.getLong("fuzz.seed", 1), Integer.getInteger("fuzz.cases", 300), 32, r -> r);
    assertThat(tally.failures).isEmpty();
  }

  @Test
  @Tag("long")
  void tenThousandRelaysContradictNothing() throws Exception {
    long seed = Long.getLong("fuzz.seed", System.currentTimeMillis());
    Tally tally = fuzz(seed, Integer.getInteger("fuzz.cases", 10_000), 48, r -> r);
    assertThat(tally.failures).isEmpty();
    assertThat(tally.outcomes).hasSize(4).allSatisfy((o, n) -> assertThat(n).isGreaterThan(500));
  }

  /** The twin: without the difference between silence and refusal there are duplicates. */
  @Test
  void catchesATransportThatTakesSilenceForRefusal() throws Exception {
    Tally tally =
        fuzz(
            1,
            40,
            32,
            honest ->
                new Sabotaged(honest) {
                  @Override
                  Outcome distort(Outcome outcome) {
                    return outcome instanceof Outcome.Uncertain u
                        ? new Outcome.NotAccepted(SmtpPhase.REPLIED, u.cause(), u.reply())
                        : outcome;
                  }
                });
    assertThat(tally.failures).anyMatch(f -> f.contains("body-complete number 2"));
  }

  /** The twin: a transport that does not ask the latch is caught. */
  @Test
  void catchesATransportThatDoesNotAskTheLatch() throws Exception {
    Tally tally =
        fuzz(
            1,
            60,
            32,
            honest ->
                new Sabotaged(honest) {
                  @Override
                  public AttemptResult transmit(
                      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
                    return honest.transmit(transmission, rcptReplies -> true, abort);
                  }
                });
    assertThat(tally.failures).anyMatch(f -> f.contains("a dot was written unlatched"));
  }

  private Tally fuzz(long firstSeed, int cases, int sideBySide, UnaryOperator<Relay> sabotage)
      throws Exception {
    LOG.info("{} cases with -Dfuzz.seed={}", cases, firstSeed);
    ExecutorService threads = Executors.newFixedThreadPool(sideBySide);
    Tally tally = new Tally();
    try {
      List<Future<?>> running = new ArrayList<>();
      for (long seed = firstSeed; seed < firstSeed + cases; seed++) {
        long mine = seed;
        running.add(
            threads.submit(
                () -> {
                  tally.add(mine, sabotage);
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
    LOG.info("outcomes {}, contradictions {}", tally.outcomes, tally.failures.size());
    return tally;
  }

  /** Sums up; thread-safe. */
  private static final class Tally {
    private final List<String> failures = new ArrayList<>();
    private final Map<String, Integer> outcomes = new TreeMap<>();

    void add(long seed, UnaryOperator<Relay> sabotage) throws IOException {
      Path journal = Files.createTempDirectory(directory, "case");
      FuzzCase fuzzCase = new FuzzCase(seed, tls);
      FuzzCase.Report report = fuzzCase.run(journal, sabotage);
      delete(journal);
      synchronized (this) {
        report.attempts().forEach(a -> outcomes.merge(a.outcome().wire(), 1, Integer::sum));
        if (!report.contradictions().isEmpty()) {
          failures.add(fuzzCase.describe(report));
        }
      }
    }

    private static void delete(Path tree) throws IOException {
      List<Path> all;
      try (Stream<Path> paths = Files.walk(tree)) {
        all = paths.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
      }
      for (Path path : all) {
        Files.delete(path);
      }
    }
  }

  /** A transport with a guard removed. */
  private abstract static class Sabotaged implements Relay {
    private final Relay honest;

    Sabotaged(Relay honest) {
      this.honest = honest;
    }

    Outcome distort(Outcome outcome) {
      return outcome;
    }

    @Override
    public AttemptResult transmit(
        Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
      AttemptResult result = honest.transmit(transmission, latch, abort);
      return new AttemptResult(distort(result.outcome()), result.rcptReplies());
    }

    @Override
    public String name() {
      return honest.name();
    }

    @Override
    public BreakerState breaker() {
      return honest.breaker();
    }

    @Override
    public BreakerState admit() {
      return honest.admit();
    }

    @Override
    public RelaySettings settings() {
      return honest.settings();
    }
  }
}
