package dev.sendonce.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeploymentTest {
  private static final EngineIdentity PRODUCTION = new EngineIdentity("default", "id-1");
  private static final EngineIdentity STAGING = new EngineIdentity("default", "id-2");

  private MongoServer server;
  private MongoClient client;
  private Deployment deployment;

  @BeforeEach
  void start() {
    server = new MongoServer(new MemoryBackend());
    client = MongoClients.create(server.bindAndGetConnectionString());
    deployment = new Deployment(client.getDatabase("test"));
  }

  @AfterEach
  void stop() {
    client.close();
    server.shutdownNow();
  }

  @Test
  void theFirstNodeClaimsAnEmptyDatabase() {
    assertThat(deployment.check(PRODUCTION)).isEqualTo(new Standing.Ours());
    assertThat(deployment.check(PRODUCTION)).isEqualTo(new Standing.Ours());
  }

  @Test
  void aCopyUnderAnotherTemporalIsForeignEvenWithTheSameNamespaceName() {
    deployment.check(PRODUCTION);
    assertThat(deployment.check(STAGING))
        .isInstanceOfSatisfying(
            Standing.Foreign.class,
            foreign -> assertThat(foreign.why()).contains("id-1").contains("sendonce adopt"));
  }

  @Test
  void afterAdoptionTheOldOwnerIsTheForeignOne() {
    deployment.check(PRODUCTION);
    deployment.adopt(STAGING);
    assertThat(deployment.check(STAGING)).isEqualTo(new Standing.Ours());
    assertThat(deployment.check(PRODUCTION)).isInstanceOf(Standing.Foreign.class);
  }
}
