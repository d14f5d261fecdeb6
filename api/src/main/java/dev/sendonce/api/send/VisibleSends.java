package dev.sendonce.api.send;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.util.Optional;

/** The sends that a caller may know of; all others do not exist for it. Thread-safe. */
public final class VisibleSends {
  private final Ledger ledger;

  public VisibleSends(Ledger ledger) {
    this.ledger = ledger;
  }

  /** The send with this key; 404 when there is none that the caller may see. */
  Send find(Caller caller, String key) {
    return Optional.of(key)
        .filter(SendKey::isValid)
        .map(SendKey::new)
        .flatMap(ledger::find)
        .filter(caller::maySee)
        .orElseThrow(VisibleSends::notFound);
  }

  /** The same, to act on it; 403 when the caller's API key is bound to another prefix. */
  Send findForOrder(Caller caller, String key) {
    Send send = find(caller, key);
    caller.checkMayUse(send.key());
    return send;
  }

  static ProblemException notFound() {
    return new ProblemException(
        Problem.of(ProblemType.NOT_FOUND, "There is no send with this key, or it is not yours."));
  }
}
