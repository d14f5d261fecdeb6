package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.Sends;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.Document;

/** All canonical rows met so far, and the way from a row as written to its canonical form. */
final class Shapes {
  /** The orders whose repetition is explored begin like this. */
  static final String RESEND_ORDER = "again-";

  private static final Date BEGINNING = Date.from(Sends.NOW.minusSeconds(86_400));
  private static final Date EXPIRED = Date.from(Sends.NOW.minusSeconds(1));

  /** Stands for "some end of data was recorded"; each call sets it as it needs it. */
  private static final Date LATCHED = Date.from(Instant.EPOCH);

  private final Map<String, RowImage> images = new HashMap<>();
  private final Map<String, Shape> shapes = new HashMap<>();
  private final List<Shape> byId = new ArrayList<>();

  Shape get(int id) {
    return byId.get(id);
  }

  int size() {
    return byId.size();
  }

  /** The row as written, without what no transition looks at. */
  RowImage image(Document written) {
    Document stripped = strip(written);
    return images.computeIfAbsent(
        stripped.toJson(), json -> new RowImage(stripped, tokens(stripped)));
  }

  /** The canonical row, given which of the image's tokens are still held by somebody. */
  Shape canonical(RowImage image, int liveMask) {
    Shape known = image.shape(liveMask);
    if (known == null) {
      known = intern(renamed(image, liveMask));
      image.shape(liveMask, known);
    }
    return known;
  }

  private Shape intern(Document document) {
    String json = document.toJson();
    Shape shape = shapes.get(json);
    if (shape == null) {
      RowImage image = images.computeIfAbsent(json, j -> new RowImage(document, tokens(document)));
      shape = new Shape(byId.size(), image);
      shapes.put(json, shape);
      byId.add(shape);
    }
    return shape;
  }

  private static Document strip(Document written) {
    Document row = new Document(written);
    boolean inFlight = "smtp_inflight".equals(row.getString("state"));
    boolean latched = inFlight && "end_of_data".equals(row.getString("phase"));
    row.put("timeline", List.of());
    row.put("evidence", List.of());
    row.put("version", 100L);
    row.put("probes", 0);
    row.put("createdAt", BEGINNING);
    row.put("updatedAt", BEGINNING);
    row.put("sendAt", null);
    row.put("expiresAt", EXPIRED);
    row.put("retryAt", null);
    row.put("lastEndOfDataAt", row.get("lastEndOfDataAt") == null ? null : LATCHED);
    row.put("stop", gaveUp(row.getString("stop")));
    row.put("reason", gaveUp(row.getString("reason")));
    row.put("orders", orders(row));
    List<Document> recipients = new ArrayList<>();
    for (Document recipient : row.getList("recipients", Document.class)) {
      recipients.add(recipient(recipient, inFlight ? row.getInteger("epoch") : 0, latched));
    }
    row.put("recipients", recipients);
    List<Document> attempts = new ArrayList<>();
    for (Document attempt : row.getList("attempts", Document.class)) {
      attempts.add(attempt(attempt, attempts.size() + 1));
    }
    row.put("attempts", attempts);
    return row;
  }

  /** Cancelled and expired differ in their name only. */
  private static String gaveUp(String reason) {
    return "expired".equals(reason) ? "cancelled" : reason;
  }

  private static List<Document> orders(Document row) {
    return row.getList("orders", Document.class).stream()
        .filter(order -> order.getString("id").startsWith(RESEND_ORDER))
        .map(order -> new Document(order).append("version", 0L))
        .toList();
  }

  private static Document recipient(Document recipient, int owning, boolean latched) {
    String outcome = recipient.getString("outcome");
    return new Document(recipient)
        .append("outcome", outcome.equals("pending") ? "deferred" : gaveUp(outcome))
        .append("reply", null)
        .append("attempt", Objects.equals(recipient.get("attempt"), owning) ? owning : 0)
        .append("tx", latched && Boolean.TRUE.equals(recipient.get("tx")));
  }

  private static Document attempt(Document attempt, int number) {
    boolean dead = RowImage.DEAD.equals(attempt.getString("token"));
    return new Document("number", number)
        .append("token", attempt.getString("token"))
        .append("phase", attempt.getString("phase"))
        .append("retired", attempt.get("retired"))
        .append("deadline", BEGINNING)
        .append("outcome", dead ? null : attempt.getString("outcome"))
        .append("recipients", attempt.get("recipients"))
        .append("baseline", List.of());
  }

  private static List<String> tokens(Document row) {
    Set<String> tokens = new LinkedHashSet<>();
    tokens.add(row.getString("owner"));
    for (Document attempt : row.getList("attempts", Document.class)) {
      tokens.add(attempt.getString("token"));
    }
    tokens.remove(null);
    tokens.remove(RowImage.DEAD);
    return List.copyOf(tokens);
  }

  private static Document renamed(RowImage image, int liveMask) {
    Map<String, String> names = new HashMap<>();
    int next = 1;
    for (int slot = 0; slot < image.tokens().size(); slot++) {
      boolean live = (liveMask >> slot & 1) == 1;
      names.put(image.tokens().get(slot), live ? RowImage.name(next++) : RowImage.DEAD);
    }
    Document row = new Document(image.document());
    String owner = row.getString("owner");
    row.put("owner", owner == null ? null : names.getOrDefault(owner, RowImage.DEAD));
    List<Document> attempts = new ArrayList<>();
    for (Document attempt : row.getList("attempts", Document.class)) {
      Document copy = new Document(attempt);
      copy.put("token", names.getOrDefault(attempt.getString("token"), RowImage.DEAD));
      attempts.add(attempt(copy, attempts.size() + 1));
    }
    row.put("attempts", attempts);
    return row;
  }
}
