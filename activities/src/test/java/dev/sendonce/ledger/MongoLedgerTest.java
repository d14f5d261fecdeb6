package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.SendState;
import java.time.Clock;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract against the MongoDB that {@code MONGO_URI} names, and that it uses its indexes. */
@EnabledIfEnvironmentVariable(named = "MONGO_URI", matches = ".+")
class MongoLedgerTest extends LedgerContract {
  @Override
  protected TestLedger open(Clock clock) {
    return TestLedger.at(System.getenv("MONGO_URI"), clock);
  }

  @Test
  void everyFilterOfAListUsesAnIndex() {
    for (SendFilter filter :
        List.of(
            SendFilter.ALL,
            new SendFilter(SendState.CONFIRMING, null, null, null, null, null),
            new SendFilter(null, "shop", null, null, null, null),
            new SendFilter(null, null, "default", null, null, NOW),
            new SendFilter(null, null, null, "batch", null, null),
            new SendFilter(null, null, null, null, "ann@example.org", null))) {
      Document plan =
          fixture
              .database()
              .getCollection("sends")
              .find(fixture.queries().query(filter, null))
              .sort(LedgerIndexes.newestFirst())
              .explain();
      assertThat(plan.toJson()).as("%s", filter).contains("IXSCAN").doesNotContain("COLLSCAN");
    }
  }
}
