package dev.sendonce.deployment;

/** How a node with its Temporal stands to a database. */
public sealed interface Standing {
  /** The database is this deployment's own. */
  record Ours() implements Standing {}

  /**
   * The database belongs to a deployment with another Temporal: a copy, or a second cluster.
   *
   * @param why one sentence for people, with the remedy
   */
  record Foreign(String why) implements Standing {}
}
