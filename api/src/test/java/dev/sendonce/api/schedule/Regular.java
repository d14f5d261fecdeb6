package dev.sendonce.api.schedule;

import dev.sendonce.api.Letters;

/** Bodies of requests for schedules. */
final class Regular {
  private Regular() {}

  /**
   * A schedule of 02:30 in Berlin.
   *
   * @param id null for none in the body
   * @param more JSON members, each with a comma in front
   */
  static String daily(String id, String more) {
    return "{"
        + (id == null ? "" : "\"id\":\"" + id + "\",")
        + "\"cron\":\"30 2 * * *\",\"timeZone\":\"Europe/Berlin\",\"template\":"
        + Letters.to("ann@example.org", "Daily")
        + more
        + "}";
  }
}
