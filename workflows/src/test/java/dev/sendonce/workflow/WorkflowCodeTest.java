package dev.sendonce.workflow;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Workflow code replays: it sees activity interfaces and domain records, and nothing that acts. */
class WorkflowCodeTest {
  private static final JavaClasses WORKFLOWS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.sendonce.workflow");

  private static final ArchRule SEES_ONLY_VALUES_AND_TEMPORAL =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.sendonce.workflow..",
              "dev.sendonce.send..",
              "dev.sendonce.activity..",
              "io.temporal..",
              "java..");

  @Test
  void seesNoMongoNoMailNoHttp() {
    SEES_ONLY_VALUES_AND_TEMPORAL.check(WORKFLOWS);
  }

  /** The twin: the same rule finds something where Mongo is used. */
  @Test
  void theRuleFindsMongoWhereItIs() {
    JavaClasses ledger = new ClassFileImporter().importPackages("dev.sendonce.ledger");

    assertThat(SEES_ONLY_VALUES_AND_TEMPORAL.evaluate(ledger).hasViolation()).isTrue();
  }

  @Test
  void seesOfTheActivitiesOnlyInterfacesAndRecords() {
    assertThat(
            WORKFLOWS.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .map(dependency -> dependency.getTargetClass())
                .filter(type -> type.getPackageName().equals("dev.sendonce.activity"))
                .filter(type -> !type.isInterface() && !type.isRecord()))
        .extracting(JavaClass::getName)
        .isEmpty();
  }

  @Test
  void readsNoClockAndDrawsNoLots() {
    noClasses()
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Random.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .check(WORKFLOWS);
  }
}
