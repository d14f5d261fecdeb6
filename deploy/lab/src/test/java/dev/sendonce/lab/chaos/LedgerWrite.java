package dev.sendonce.lab.chaos;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;

/**
 * A write to the row of a send, as it goes over the wire to MongoDB.
 *
 * @param request the id that its answer will name
 * @param key of the send
 * @param step {@code prepared} for the row's insertion, else the cause that the write adds to the
 *     timeline
 */
record LedgerWrite(int request, String key, String step) {
  /** Bytes before the flags of a message: its length, two ids and the operation. */
  static final int HEADER = 16;

  private static final int LENGTH = 0;
  private static final int REQUEST = 4;
  private static final int RESPONSE_TO = 8;
  private static final int OPERATION = 12;
  private static final int OP_MSG = 2013;
  private static final int FLAGS = 4;
  private static final String COLLECTION = "sends";
  private static final String TIMELINE = "timeline";

  /** The length that a message's first bytes announce, itself included. */
  static int length(byte[] header) {
    return field(header, LENGTH);
  }

  /** Which request a message answers. */
  static int responseTo(byte[] message) {
    return field(message, RESPONSE_TO);
  }

  private static int field(byte[] message, int at) {
    return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }

  /** What a message does to a send; empty for everything else. */
  static Optional<LedgerWrite> in(byte[] message) {
    if (field(message, OPERATION) != OP_MSG || message[HEADER + FLAGS] != 0) {
      return Optional.empty();
    }
    int start = HEADER + FLAGS + 1;
    BsonDocument command = new RawBsonDocument(message, start, field(message, start));
    int request = field(message, REQUEST);
    if (names(command, "insert")) {
      return inserted(message, start + field(message, start), command)
          .map(row -> new LedgerWrite(request, row.getString("_id").getValue(), "prepared"));
    }
    return names(command, "findAndModify")
        ? cause(command.getDocument("update"))
            .map(cause -> new LedgerWrite(request, key(command), cause))
        : Optional.empty();
  }

  private static boolean names(BsonDocument command, String verb) {
    return command.isString(verb) && command.getString(verb).getValue().equals(COLLECTION);
  }

  private static String key(BsonDocument command) {
    return command.getDocument("query").getString("_id").getValue();
  }

  /** The driver sends what it inserts in the command or, mostly, in a section behind it. */
  private static Optional<BsonDocument> inserted(byte[] message, int at, BsonDocument command) {
    if (command.containsKey("documents")) {
      return Optional.of(command.getArray("documents").get(0).asDocument());
    }
    int document = at + 1 + Integer.BYTES + "documents".length() + 1;
    return document < message.length && message[at] == 1
        ? Optional.of(new RawBsonDocument(message, document, field(message, document)))
        : Optional.empty();
  }

  private static Optional<String> cause(BsonDocument update) {
    BsonValue pushed = update.getDocument("$push", new BsonDocument()).get(TIMELINE);
    if (pushed != null) {
      return Optional.of(pushed.asDocument().getString("cause").getValue());
    }
    return update.getDocument("$set", new BsonDocument()).entrySet().stream()
        .filter(field -> field.getKey().matches(TIMELINE + "\\.\\d+"))
        .map(field -> field.getValue().asDocument().getString("cause").getValue())
        .findFirst();
  }
}
