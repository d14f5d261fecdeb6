package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MongoConnectionTest {
  @ParameterizedTest
  @CsvSource({
    "w=1, w=1",
    "w=0, w=0",
    "journal=false, journal=false",
    "readPreference=secondary, readPreference=secondary",
    "readPreference=primaryPreferred, readPreference=primaryPreferred",
    "readConcernLevel=local, readConcernLevel=local"
  })
  void refusesWhatWouldWeakenTheLedgerAndNamesIt(String option, String named) {
    String uri = "mongodb://db.example/?" + option;
    assertThat(MongoConnection.unsafe(uri)).singleElement().asString().contains(named);
    assertThatThrownBy(() -> MongoConnection.open(uri, "sendonce"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb://db.example",
        "mongodb://a.example,b.example/?replicaSet=rs0&w=majority&retryWrites=true",
        "mongodb://db.example/?journal=true&readPreference=primary&readConcernLevel=majority"
      })
  void acceptsWhatIsSafe(String uri) {
    assertThat(MongoConnection.unsafe(uri)).isEmpty();
  }

  @Test
  void waitsForMajorityAndJournalAndReadsTheSame() {
    try (MongoConnection connection = MongoConnection.open("mongodb://127.0.0.1:1", "sendonce")) {
      assertThat(connection.database().getWriteConcern().getWObject()).isEqualTo("majority");
      assertThat(connection.database().getWriteConcern().getJournal()).isTrue();
      assertThat(connection.database().getReadConcern()).isEqualTo(ReadConcern.MAJORITY);
      assertThat(connection.database().getReadPreference()).isEqualTo(ReadPreference.primary());
    }
  }
}
