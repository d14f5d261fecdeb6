package dev.sendonce.intake;

import java.util.Optional;

/**
 * The rows of the content guard, each found by its id. All methods throw {@link
 * dev.sendonce.ledger.LedgerUnavailableException} when MongoDB does not answer; a write may then
 * have been applied. Thread-safe.
 */
interface GuardStore {
  /**
   * Adds a row.
   *
   * @return false when there is one with this id
   */
  boolean insert(GuardRow row);

  /** The row with this id, read from the primary. */
  Optional<GuardRow> find(String id);

  /**
   * Puts another row in the place of this very one.
   *
   * @return false when it is not there any more
   */
  boolean replace(GuardRow old, GuardRow row);

  /** Removes a row when it still belongs to this request of this key. */
  void delete(GuardRow row);
}
