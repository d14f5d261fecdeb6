package dev.sendonce.ledger;

import dev.sendonce.send.Reply;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;

/** How the small values of a row are written: times to the millisecond, maps as lists of pairs. */
final class Bson {
  private static final String KEY = "k";
  private static final String VALUE = "v";

  private Bson() {}

  static Date date(Instant instant) {
    return instant == null ? null : Date.from(instant.truncatedTo(ChronoUnit.MILLIS));
  }

  static Instant instant(Document document, String field) {
    Date date = document.getDate(field);
    return date == null ? null : date.toInstant();
  }

  static int integer(Document document, String field) {
    return document.get(field) instanceof Number number ? number.intValue() : 0;
  }

  static long number(Document document, String field) {
    return document.get(field) instanceof Number number ? number.longValue() : 0;
  }

  static boolean flag(Document document, String field) {
    return Boolean.TRUE.equals(document.get(field));
  }

  static List<Document> documents(Document document, String field) {
    List<Document> list = document.getList(field, Document.class);
    return list == null ? List.of() : list;
  }

  static Document reply(Reply reply) {
    return reply == null
        ? null
        : new Document("code", reply.code())
            .append("enhanced", reply.enhanced())
            .append("text", reply.text());
  }

  static Reply reply(Document document, String field) {
    Document reply = document.get(field, Document.class);
    return reply == null
        ? null
        : new Reply(integer(reply, "code"), reply.getString("enhanced"), reply.getString("text"));
  }

  /** Pairs, because the keys of users hold dots and dollar signs. */
  static List<Document> pairs(Map<String, String> map) {
    return new TreeMap<>(map)
        .entrySet().stream()
            .map(entry -> new Document(KEY, entry.getKey()).append(VALUE, entry.getValue()))
            .toList();
  }

  static Map<String, String> map(Document document, String field) {
    Map<String, String> map = new TreeMap<>();
    for (Document pair : documents(document, field)) {
      map.put(pair.getString(KEY), pair.getString(VALUE));
    }
    return map;
  }
}
