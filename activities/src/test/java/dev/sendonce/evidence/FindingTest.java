package dev.sendonce.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FindingTest {
  @Property(tries = 200)
  void theGravestDoesNotDependOnOrderOrRepetition(@ForAll List<Finding> findings) {
    List<Finding> disordered = new java.util.ArrayList<>(findings);
    java.util.Collections.reverse(disordered);
    disordered.addAll(findings);
    assertThat(Finding.gravest(disordered)).isEqualTo(Finding.gravest(findings));
  }

  @Property(tries = 200)
  void moreReportsNeverMakeItLessGrave(@ForAll List<Finding> findings, @ForAll Finding next) {
    List<Finding> more = new java.util.ArrayList<>(findings);
    more.add(next);
    assertThat(Finding.gravest(more).orElseThrow())
        .isGreaterThanOrEqualTo(Finding.gravest(findings).orElse(next));
  }

  @Test
  void isSpelledInTheLedgerAsInJson() {
    assertThat(Finding.ofWire("bounced")).contains(Finding.BOUNCED);
    assertThat(Finding.ofWire("late_reply")).isEmpty();
  }
}
