package dev.sendonce.ledger.exploration;

import java.util.List;
import org.bson.Document;

/**
 * A row of the ledger in canonical form: what no transition looks at (times, versions, texts, the
 * timeline) is constant, tokens that somebody still holds are numbered by their place, the others
 * are all the same.
 */
final class Shape {
  private final int id;
  private final RowImage image;
  private final String state;
  private final boolean latched;
  private final int epoch;
  private final boolean everLatched;
  private final int owner;
  private final String letters;
  private final int doubted;
  private final int[] tokens;
  private final boolean[] retired;

  Shape(int id, RowImage image) {
    Document row = image.document();
    List<Document> recipients = row.getList("recipients", Document.class);
    List<Document> attempts = row.getList("attempts", Document.class);
    this.id = id;
    this.image = image;
    this.state = row.getString("state");
    this.latched = inFlight() && "end_of_data".equals(row.getString("phase"));
    this.epoch = row.getInteger("epoch");
    this.everLatched = row.get("lastEndOfDataAt") != null;
    this.owner = RowImage.number(row.getString("owner"));
    this.tokens = attempts.stream().mapToInt(a -> RowImage.number(a.getString("token"))).toArray();
    this.retired = new boolean[attempts.size()];
    for (int i = 0; i < retired.length; i++) {
      retired[i] = Boolean.TRUE.equals(attempts.get(i).get("retired"));
    }
    int doubts = 0;
    for (int i = 0; i < recipients.size(); i++) {
      doubts |= Boolean.TRUE.equals(recipients.get(i).get("doubt")) ? 1 << i : 0;
    }
    this.letters = image.letters();
    this.doubted = doubts;
  }

  int id() {
    return id;
  }

  Document document() {
    return image.document();
  }

  RowImage image() {
    return image;
  }

  boolean prepared() {
    return state.equals("prepared");
  }

  boolean inFlight() {
    return state.equals("smtp_inflight");
  }

  boolean latched() {
    return latched;
  }

  boolean uncertain() {
    return state.equals("confirming") || unconfirmed();
  }

  boolean unconfirmed() {
    return state.equals("unconfirmed");
  }

  /** Nothing may change the outcome any more; completion is not explored. */
  boolean isFinal() {
    return isSent() || state.equals("not_sent");
  }

  boolean isSent() {
    return state.equals("sent") || state.equals("smtp_accepted");
  }

  int epoch() {
    return epoch;
  }

  /** Some attempt's end of data was recorded. */
  boolean everLatched() {
    return everLatched;
  }

  /** Number of the token that may write the dot; 0 for nobody who lives. */
  int owner() {
    return owner;
  }

  /** Number of the token of an attempt; 0 when nobody holds it, or there is no such attempt. */
  int token(int attempt) {
    return attempt <= tokens.length ? tokens[attempt - 1] : 0;
  }

  boolean retired(int attempt) {
    return attempt <= retired.length && retired[attempt - 1];
  }

  int recipients() {
    return letters.length();
  }

  /**
   * One letter for each recipient: d to be tried, i inside a latched transaction, u uncertain, a
   * accepted, A sent by a person's word, r refused, n not sent by a person's word, x given up.
   */
  String letters() {
    return letters;
  }

  char letter(int recipient) {
    return letters.charAt(recipient);
  }

  boolean doubted(int recipient) {
    return (doubted >> recipient & 1) == 1;
  }

  /** All that a transition may never change on a finished send. */
  String verdict() {
    return (isSent() ? "sent" : state) + " " + letters + " " + doubted;
  }

  @Override
  public String toString() {
    return document().toJson();
  }
}
