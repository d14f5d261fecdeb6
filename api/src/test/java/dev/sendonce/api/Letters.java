package dev.sendonce.api;

/** Bodies of requests to send. */
public final class Letters {
  private Letters() {}

  /** A letter to one person. */
  public static String to(String recipient) {
    return to(recipient, "Invoice");
  }

  public static String to(String recipient, String subject) {
    return with(recipient, subject, "");
  }

  /**
   * A letter with more fields.
   *
   * @param more JSON members, each with a comma in front
   */
  public static String with(String recipient, String subject, String more) {
    return "{\"from\":\"Billing <billing@example.com>\",\"to\":[\""
        + recipient
        + "\"],\"subject\":\""
        + subject
        + "\",\"text\":\"Hello\""
        + more
        + "}";
  }
}
