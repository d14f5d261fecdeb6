package dev.sendonce.ledger.exploration;

import java.util.List;
import org.bson.Document;

/** A row as a call left it, with the tokens still under the names they had before. */
final class RowImage {
  /** A token that nobody holds any more; never numbered, never used again. */
  static final String DEAD = "dead";

  private final Document document;
  private final List<String> tokens;
  private final Shape[] shapes;
  private final String state;
  private final boolean latched;
  private final int epoch;
  private final boolean[] retired;
  private final String letters;

  /**
   * @param tokens the distinct ones in it, in the order of their places
   */
  RowImage(Document document, List<String> tokens) {
    this.document = document;
    this.tokens = List.copyOf(tokens);
    this.shapes = new Shape[1 << tokens.size()];
    this.state = document.getString("state");
    this.latched = "end_of_data".equals(document.getString("phase"));
    this.epoch = document.getInteger("epoch");
    boolean inTransaction = latched && state.equals("smtp_inflight");
    StringBuilder text = new StringBuilder();
    for (Document recipient : document.getList("recipients", Document.class)) {
      text.append(letterOf(recipient, inTransaction));
    }
    this.letters = text.toString();
    List<Document> attempts = document.getList("attempts", Document.class);
    this.retired = new boolean[attempts.size()];
    for (int i = 0; i < retired.length; i++) {
      retired[i] = Boolean.TRUE.equals(attempts.get(i).get("retired"));
    }
  }

  Document document() {
    return document;
  }

  List<String> tokens() {
    return tokens;
  }

  /** See {@link Shape#letters()}. */
  String letters() {
    return letters;
  }

  int epoch() {
    return epoch;
  }

  String owner() {
    return document.getString("owner");
  }

  boolean isPrepared() {
    return state.equals("prepared");
  }

  boolean isOnlyOpened() {
    return state.equals("smtp_inflight") && !latched;
  }

  boolean isFinal() {
    return state.equals("sent") || state.equals("smtp_accepted") || state.equals("not_sent");
  }

  boolean retired(int attempt) {
    return attempt <= retired.length && retired[attempt - 1];
  }

  /** The canonical row when of its tokens only these live, if it was asked for before. */
  Shape shape(int liveMask) {
    return shapes[liveMask];
  }

  void shape(int liveMask, Shape shape) {
    shapes[liveMask] = shape;
  }

  static String name(int token) {
    return "t" + token;
  }

  /** 0 for none and for dead ones. */
  static int number(String token) {
    return token == null || token.equals(DEAD) ? 0 : Integer.parseInt(token.substring(1));
  }

  private static char letterOf(Document recipient, boolean latched) {
    boolean inTransaction = latched && Boolean.TRUE.equals(recipient.get("tx"));
    return switch (recipient.getString("outcome")) {
      case "pending", "deferred" -> inTransaction ? 'i' : 'd';
      case "uncertain" -> 'u';
      case "accepted" -> 'a';
      case "refused" -> 'r';
      case "resolved" -> "sent".equals(recipient.getString("decision")) ? 'A' : 'n';
      default -> 'x';
    };
  }
}
