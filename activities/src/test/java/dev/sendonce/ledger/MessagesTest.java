package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.FrozenMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.Random;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessagesTest {
  private static final int LARGE = 100_000;

  private final TestLedger fixture = TestLedger.inMemory(Clock.systemUTC());
  private final Messages messages = new Messages(fixture.database(), LARGE);

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, LARGE, LARGE + 1, 3 * 1024 * 1024})
  void givesBackTheFrozenBytesUntilTheyAreDeleted(int size) throws IOException {
    Bytes message = new Bytes(size);
    messages.store("m1", message);
    messages.store("m1", message);

    FrozenMessage loaded = messages.load("m1").orElseThrow();
    assertThat(loaded.messageId()).isEqualTo(message.messageId());
    assertThat(loaded.digest()).isEqualTo(message.digest());
    assertThat(loaded.size()).isEqualTo(size);
    for (int i = 0; i < 2; i++) {
      try (InputStream in = loaded.open()) {
        assertThat(in.readAllBytes()).isEqualTo(message.bytes);
      }
    }
    messages.delete("m1");
    assertThat(messages.load("m1")).isEmpty();
    assertThat(fixture.database().getCollection("large_messages.chunks").countDocuments()).isZero();
  }

  @Test
  void anUploadThatBrokeOffIsNotInTheWay() throws IOException {
    Bytes message = new Bytes(LARGE + 5);
    fixture
        .database()
        .getCollection("large_messages.chunks")
        .insertOne(new Document("files_id", "m1").append("n", 0).append("data", "half"));
    messages.store("m1", message);
    try (InputStream in = messages.load("m1").orElseThrow().open()) {
      assertThat(in.readAllBytes()).isEqualTo(message.bytes);
    }
  }

  private static final class Bytes implements FrozenMessage {
    private final byte[] bytes;

    private Bytes(int size) {
      bytes = new byte[size];
      new Random(size).nextBytes(bytes);
    }

    @Override
    public String messageId() {
      return "<1@shop.example>";
    }

    @Override
    public String digest() {
      return "sha256:" + "1".repeat(64);
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }
  }
}
