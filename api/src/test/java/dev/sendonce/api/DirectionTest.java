package dev.sendonce.api;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import org.junit.jupiter.api.Test;

/** Dependencies point one way: activities ← workflows ← api. */
class DirectionTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.sendonce");

  @Test
  void pointsOneWay() {
    layers("dev.sendonce.workflow..", "dev.sendonce.api..").check(PRODUCT);
  }

  /** The twin: with the two upper layers exchanged, the same rule finds something. */
  @Test
  void theRuleFindsAnArrowThatPointsTheOtherWay() {
    assertThat(
            layers("dev.sendonce.api..", "dev.sendonce.workflow..")
                .evaluate(PRODUCT)
                .hasViolation())
        .isTrue();
  }

  private static LayeredArchitecture layers(String middle, String top) {
    return layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("dev.sendonce..")
        .layer("activities")
        .definedBy(
            "dev.sendonce.send..",
            "dev.sendonce.ledger..",
            "dev.sendonce.message..",
            "dev.sendonce.smtp..",
            "dev.sendonce.evidence..",
            "dev.sendonce.intake..",
            "dev.sendonce.feed..",
            "dev.sendonce.lease..",
            "dev.sendonce.sequence..",
            "dev.sendonce.schedule..",
            "dev.sendonce.activity..")
        .layer("middle")
        .definedBy(middle)
        .layer("top")
        .definedBy(top)
        .whereLayer("top")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("middle")
        .mayOnlyBeAccessedByLayers("top");
  }
}
