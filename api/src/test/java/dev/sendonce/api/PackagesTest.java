package dev.sendonce.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Packages of the product form no cycle, and none but the wiring knows the lab. */
class PackagesTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          // the tests of another module come as a jar
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.sendonce");

  @Test
  void formNoCycle() {
    slices().matching("dev.sendonce.(**)").should().beFreeOfCycles().check(PRODUCT);
  }

  @Test
  void onlyTheWiringKnowsTheLab() {
    knowTheLab(Node.class.getName()).check(PRODUCT);
  }

  /** The twin: with another class excepted, the same rule finds the wiring. */
  @Test
  void theRuleFindsAClassThatKnowsTheLab() {
    assertThat(knowTheLab(SendonceApplication.class.getName()).evaluate(PRODUCT).hasViolation())
        .isTrue();
  }

  private static ArchRule knowTheLab(String excepted) {
    return noClasses()
        .that()
        .resideOutsideOfPackage("dev.sendonce.api.lab")
        .and()
        .doNotHaveFullyQualifiedName(excepted)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.sendonce.api.lab");
  }
}
