package dev.sendonce.api;

import com.mongodb.client.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.sendonce.api.auth.ApiKeys;
import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.config.RelayMapping;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.api.drain.Drain;
import dev.sendonce.api.evidence.RelayEvidence;
import dev.sendonce.api.metrics.Prometheus;
import dev.sendonce.api.schedule.ScheduleParts;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.MongoConnection;
import dev.sendonce.schedule.ScheduledLetters;
import dev.sendonce.schedule.Schedules;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.smtp.Relay;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.dropwizard.testing.ResourceHelpers;
import java.net.URI;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A node over an embedded database, with Temporal and the relays replaced by fakes. */
public final class TestApi implements BeforeAllCallback, AfterAllCallback {
  public static final String ADMIN_KEY = "an-administrator-key-for-tests";

  public final FakeEngine engine = new FakeEngine();
  public final FakeSchedules schedules = new FakeSchedules();
  private ScheduleParts scheduleParts;
  private final Map<String, FakeRelay> relays = new HashMap<>();
  private final String[] overrides;
  private MongoServer mongo;
  private MongoConnection connection;
  private Storage storage;
  private DropwizardTestSupport<SendonceConfiguration> server;

  /**
   * A node.
   *
   * @param overrides settings as {@code path=value}
   */
  public TestApi(String... overrides) {
    this.overrides = overrides;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    mongo = new MongoServer(new MemoryBackend());
    String uri = mongo.bindAndGetConnectionString();
    connection = MongoConnection.open(uri, "sendonce");
    server =
        new DropwizardTestSupport<>(
            Started.class,
            ResourceHelpers.resourceFilePath("test.yml"),
            Stream.of(overrides)
                .map(o -> ConfigOverride.config(o.split("=", 2)[0], o.split("=", 2)[1]))
                .toArray(ConfigOverride[]::new)) {
          @Override
          public SendonceApplication newApplication() {
            return new SendonceApplication(TestApi.this::assemble);
          }
        };
    server.before();
  }

  private Node assemble(SendonceConfiguration c, Environment environment) {
    storage = Storage.on(connection.database(), c, Clock.systemUTC());
    RelayMapping mapping = new RelayMapping(Map.of());
    c.relays().forEach((n, yaml) -> relays.put(n, new FakeRelay(mapping.settings(n, yaml))));
    Map<String, Relay> all = Map.copyOf(relays);
    scheduleParts = schedules();
    RestParts rest =
        new RestParts(
            Clock.systemUTC(),
            storage,
            all,
            RelayEvidence.of(c.relays(), Map.of(), Clock.systemUTC()),
            engine,
            send -> storage.ledger().find(send.key()).orElseThrow(),
            scheduleParts);
    return new Node(
        rest, () -> null, () -> true, new Drain(), new Prometheus(environment.metrics()));
  }

  private ScheduleParts schedules() {
    Clock clock = Clock.systemUTC();
    ApiKeys keys = new ApiKeys(connection.database(), clock);
    Schedules rows = new Schedules(connection.database(), clock);
    ScheduledLetters letters =
        new ScheduledLetters(
            rows,
            storage.ledger(),
            storage.intake()::accept,
            engine::start,
            engine::wake,
            id ->
                keys.find(id)
                    .filter(k -> k.revokedAt() == null)
                    .map(Caller::new)
                    .map(Caller::submitter),
            clock);
    return new ScheduleParts(rows, letters, schedules, clock);
  }

  /** What firings and the guard work with. */
  public ScheduleParts scheduleParts() {
    return scheduleParts;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    server.after();
    connection.close();
    mongo.shutdownNow();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  public URI admin() {
    return URI.create("http://127.0.0.1:" + server.getAdminPort());
  }

  /** A client with the administrator's key. */
  public TestClient client() {
    return new TestClient(uri(), ADMIN_KEY);
  }

  public Ledger ledger() {
    return storage.ledger();
  }

  Storage storage() {
    return storage;
  }

  public MongoDatabase database() {
    return connection.database();
  }

  public MongoServer mongo() {
    return mongo;
  }

  public FakeRelay relay(String name) {
    return relays.get(name);
  }

  public Send send(String key) {
    return storage.ledger().find(new SendKey(key)).orElseThrow();
  }

  /** Only names the type that the support class wants; the instance is made above. */
  public static final class Started extends io.dropwizard.core.Application<SendonceConfiguration> {
    @Override
    public void run(SendonceConfiguration configuration, Environment environment) {
      throw new IllegalStateException("never run");
    }
  }
}
