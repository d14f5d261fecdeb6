package dev.sendonce.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.ledger.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DeploymentTest {
  private static final EngineIdentity PRODUCTION = new EngineIdentity("default", "id-1");
  private static final EngineIdentity STAGING = new EngineIdentity("default", "id-2");

  @RegisterExtension private final TestDatabase mongo = new TestDatabase();

  private Deployment deployment;

  @BeforeEach
  void start() {
    deployment = new Deployment(mongo.get());
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
