package dev.sendonce.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.mongodb.client.MongoCollection;
import dev.sendonce.intake.outbox.OutboxIntake;
import dev.sendonce.message.SamePersonRules;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Other people write the outbox: an odd document ends with a reason and never stops the others. */
class ForeignOutboxDocumentsTest {
  private static final Object ABSENT = new Object();

  @TempDir Path temporary;
  private TestIntake intake;
  private MongoCollection<Document> outbox;

  @BeforeEach
  void start() {
    intake = new TestIntake(temporary);
    outbox = intake.ledgers.database().getCollection("outbox");
  }

  @AfterEach
  void stop() {
    intake.close();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments("retryCount", "0", "retryCount: must be a whole number"),
        arguments("retryCount", List.of(1), "retryCount: must be a whole number"),
        arguments("retryCount", 30, "Given up after 31 claims"),
        arguments("status", "0", "status: is not 0"),
        arguments("status", null, "status: is not 0"),
        arguments("status", ABSENT, "status: is not 0"),
        arguments("status", 7, "status: is not 0"),
        arguments("status", 2, "status: is not 0"),
        arguments("status", 3, "status: is not 0"),
        arguments("client", 5, "client: must be a name"),
        arguments("client", "", "client: must be a name"),
        arguments("_id", new Document("a", 1), "_id: must be a string"),
        arguments("_id", Instant.EPOCH, "_id: must be a string"),
        arguments("_id", new Binary(new byte[16]), "_id: must be a string"),
        arguments("_id", true, "_id: must be a string"),
        arguments("_id", 1.5, "_id: must be a string"),
        arguments("_id", "a b", "_id: a key is"),
        arguments("mailId", "m", "mailId and recipient: both"),
        arguments("recipient", "ann@example.org", "mailId and recipient: both"),
        arguments("request", ABSENT, "request: the body"),
        arguments("request", "{}", "request: the body"),
        arguments("request", request("subject", Instant.EPOCH), "subject: must be a string"),
        arguments("request", request("subject", new ObjectId()), "subject: must be a string"),
        arguments("request", request("text", Decimal128.POSITIVE_ZERO), "text: must be a string"),
        arguments("request", request("html", Double.NaN), "html: must be a string"),
        arguments(
            "request",
            request("metadata", new Document("order", new ObjectId())),
            "metadata.order: must be a string"),
        arguments(
            "request",
            request(
                "attachments",
                List.of(new Document("filename", "a").append("content", new Binary(new byte[3])))),
            "attachments[0].content"),
        arguments("request", request("subjet", "x"), "subjet"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusesWithAReasonThatNamesTheFieldAndGoesOn(String field, Object value, String why) {
    insert("1", "fine", "fine");
    outbox.insertOne(document("odd", field, value));
    insert("2", "fine", "fine");

    rounds();

    List<Document> ended = finished();
    assertThat(ended).extracting(d -> d.getInteger("status")).containsExactlyInAnyOrder(2, 2, 3);
    assertThat(ended)
        .filteredOn(d -> d.getInteger("status") == 3)
        .extracting(d -> d.getString("lastError"))
        .allSatisfy(error -> assertThat(error).startsWith(why));
  }

  static Stream<Arguments> accepted() {
    return Stream.of(
        arguments("_id", new ObjectId("65a000000000000000000001"), "65a000000000000000000001"),
        arguments("_id", 4711, "4711"),
        arguments("_id", 4712L, "4712"),
        arguments("_id", 4713.0, "4713"),
        arguments("status", 0L, "odd"),
        arguments("status", 0.0, "odd"),
        arguments("client", ABSENT, "odd"),
        arguments("retryCount", 0.0, "odd"),
        arguments("createdAt", Instant.EPOCH, "odd"),
        arguments("lockedBy", 7, "odd"),
        arguments("lockedAt", "yesterday", "odd"));
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void acceptsWhatIsClearAllTheSame(String field, Object value, String key) {
    outbox.insertOne(document("odd", field, value));

    rounds();

    assertThat(finished()).extracting(d -> d.get("key")).containsExactly(key);
    assertThat(finished()).extracting(d -> d.get("status")).containsExactly(2);
  }

  static Stream<Object> counts() {
    return Stream.of(null, Long.MAX_VALUE);
  }

  /** MongoDB cannot count these on and the document is refused; the embedded store counts on. */
  @ParameterizedTest
  @MethodSource("counts")
  void aCountThatOnlySomeServersTakeEndsEitherWay(Object count) {
    insert("fine", "fine", "fine");
    outbox.insertOne(document("odd", "retryCount", count));

    rounds();

    assertThat(finished()).extracting(d -> d.get("status")).contains(2).hasSize(2).isSubsetOf(2, 3);
  }

  static Stream<Object> locks() {
    return Stream.of("yesterday", ABSENT, Instant.parse("9999-12-31T00:00:00Z"));
  }

  @ParameterizedTest
  @MethodSource("locks")
  void aClaimWithoutATimeOfThisServerIsTakenOver(Object lockedAt) {
    outbox.insertOne(document("odd", "lockedAt", lockedAt).append("status", 1));
    outbox.insertOne(document("unmarkable", "retryCount", "x").append("status", 1));

    rounds();

    assertThat(finished()).extracting(d -> d.get("status")).containsExactlyInAnyOrder(2, 3);
  }

  @Test
  void twoIdsThatReadAlikeAreOneSendOrAReason() {
    outbox.insertOne(document(4711, "a", 1));
    outbox.insertOne(document("4711", "a", 1));

    rounds();

    assertThat(finished()).extracting(d -> d.get("status")).containsExactly(2, 2);
    assertThat(intake.count("sends")).isEqualTo(1);
  }

  @Test
  void keepsALongReasonShort() {
    Document request = request("text", "x");
    for (int i = 0; i < 2000; i++) {
      request.append("unknown" + i, 1);
    }
    outbox.insertOne(document("odd", "request", request));

    rounds();

    assertThat(finished().get(0).getString("lastError")).hasSizeLessThan(5000);
  }

  private void rounds() {
    OutboxIntake reader =
        new OutboxIntake(
            intake.ledgers.database(),
            new OutboxIntake.Settings(10, Duration.ofMinutes(5), 3),
            intake.intake::accept,
            send -> {},
            SamePersonRules.NONE,
            () -> UUID.randomUUID().toString());
    OutboxIntake.Round round = reader.round();
    for (int i = 0; i < 10 && !round.idle(); i++) {
      round = reader.round();
    }
    assertThat(round.idle()).as("no loop").isTrue();
    assertThat(outbox.countDocuments()).isZero();
  }

  private void insert(Object id, String field, Object value) {
    outbox.insertOne(document(id, field, value));
  }

  private static Document document(Object id, String field, Object value) {
    Document document =
        new Document("_id", id)
            .append("client", "shop")
            .append("request", request("subject", "To " + id))
            .append("status", 0)
            .append(field, value);
    if (value == ABSENT) {
      document.remove(field);
    }
    return document;
  }

  private static Document request(String field, Object value) {
    return new Document("from", "shop@example.org")
        .append("to", List.of("ann@example.org"))
        .append("text", "Hello")
        .append(field, value);
  }

  private List<Document> finished() {
    return intake
        .ledgers
        .database()
        .getCollection("outbox_finished")
        .find()
        .into(new ArrayList<>());
  }
}
