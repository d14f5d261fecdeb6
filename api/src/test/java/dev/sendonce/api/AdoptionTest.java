package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import dev.sendonce.ledger.ActiveSends.ActiveSend;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AdoptionTest {
  @RegisterExtension static final TestApi API = new TestApi();

  /** A dump that is not of one moment may hold the row without its entry in the work list. */
  @Test
  void movesWhatIsUnfinishedByItsRowAndListsIt() {
    TestClient client = API.client();
    client.send("finished", Letters.to("bob@example.org"));
    new Steps(API.ledger(), "finished").accepted();
    client.send("unlisted", Letters.to("ann@example.org"));
    forget("unlisted");

    assertThat(Adoption.hold(API.storage()).sends()).isEqualTo(1);

    assertThat(API.send("unlisted").state()).isEqualTo(SendState.UNCONFIRMED);
    assertThat(API.send("finished").state()).isEqualTo(SendState.SENT);
    assertThat(API.storage().active().list(null, 10))
        .extracting(ActiveSend::key)
        .contains(new SendKey("unlisted"));
  }

  /** The original may accept the same document, and would send it, too. */
  @Test
  void refusesWhatWaitsInTheOutbox() {
    MongoCollection<Document> outbox = API.storage().database().getCollection("outbox");
    // a claim that is young, so that no node takes the document meanwhile
    outbox.insertOne(
        new Document("_id", "of-the-original")
            .append("status", 1)
            .append("lockedBy", "node-9")
            .append("lockedAt", Instant.now()));

    assertThat(Adoption.hold(API.storage()).documents()).isEqualTo(1);

    MongoCollection<Document> finished = API.storage().database().getCollection("outbox_finished");
    Document refused = await().until(() -> finished.find().first(), Objects::nonNull);
    assertThat(refused.getInteger("status")).isEqualTo(3);
    assertThat(refused.getString("lastError")).contains("restored").contains("insert it");
  }

  private static void forget(String key) {
    for (ActiveSend listed : API.storage().active().list(null, 10)) {
      if (listed.key().value().equals(key)) {
        assertThat(API.storage().active().remove(listed, Duration.ZERO)).isTrue();
      }
    }
  }
}
