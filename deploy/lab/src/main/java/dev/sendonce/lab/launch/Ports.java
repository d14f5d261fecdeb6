package dev.sendonce.lab.launch;

/**
 * The ports of a deployment. With a base all of them lie in base … base + 99; Temporal's dev server
 * opens three more for itself, which the system chooses and nobody else uses.
 */
record Ports(
    int firstApi,
    int temporal,
    int ui,
    int temporalHttp,
    int temporalMetrics,
    int mongo,
    int smtp,
    int imap,
    int mailboxAdmin) {
  static final int MOST_NODES = 40;

  /** The usual ports, or those from a base. */
  static Ports of(Integer base) {
    return base == null
        ? new Ports(8080, 7233, 8233, 7243, 7244, 27017, 2525, 1143, 2580)
        : new Ports(
            base, base + 80, base + 81, base + 82, base + 83, base + 84, base + 85, base + 86,
            base + 87);
  }

  /**
   * @param node from 1
   */
  int api(int node) {
    return firstApi + 2 * (node - 1);
  }

  /**
   * @param node from 1
   */
  int admin(int node) {
    return api(node) + 1;
  }
}
