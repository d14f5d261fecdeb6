package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import dev.sendonce.send.FrozenMessage;
import dev.sendonce.send.SendKey;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessagesTest {
  private static final int LARGE = 100_000;
  private static final SendKey KEY = new SendKey("letter-1");

  private final TestLedger fixture = TestLedger.inMemory(Clock.systemUTC());
  private final Messages messages = new Messages(fixture.database(), LARGE);

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, LARGE, LARGE + 1, 3 * 1024 * 1024})
  void givesBackTheFrozenBytesUntilTheyAreDeleted(int size) throws IOException {
    RandomMessage message = new RandomMessage(size);
    messages.store("m1", KEY, message);
    messages.store("m1", KEY, message);

    FrozenMessage loaded = messages.load("m1").orElseThrow();
    assertThat(loaded.messageId()).isEqualTo(message.messageId());
    assertThat(loaded.digest()).isEqualTo(message.digest());
    assertThat(loaded.size()).isEqualTo(size);
    for (int i = 0; i < 2; i++) {
      try (InputStream in = loaded.open()) {
        assertThat(in.readAllBytes()).isEqualTo(message.bytes());
      }
    }
    messages.delete("m1");
    assertThat(messages.load("m1")).isEmpty();
    assertThat(fixture.database().getCollection("large_messages.chunks").countDocuments()).isZero();
  }

  @Test
  void anUploadThatBrokeOffIsNoMessageAndNotInTheWay() throws IOException {
    MongoCollection<Document> chunks = fixture.database().getCollection("large_messages.chunks");
    fixture
        .database()
        .getCollection("messages")
        .insertOne(
            new Document("_id", "m1")
                .append("key", KEY.value())
                .append("stamp", "s1")
                .append("size", LARGE + 5L)
                .append("incomplete", true));
    chunks.insertOne(new Document("files_id", "s1").append("n", 0).append("data", "half"));

    assertThat(messages.load("m1")).isEmpty();
    RandomMessage message = new RandomMessage(LARGE + 5);
    messages.store("m1", KEY, message);

    try (InputStream in = messages.load("m1").orElseThrow().open()) {
      assertThat(in.readAllBytes()).isEqualTo(message.bytes());
    }
    assertThat(chunks.countDocuments(new Document("files_id", "s1"))).isZero();
  }
}
