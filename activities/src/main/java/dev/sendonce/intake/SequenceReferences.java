package dev.sendonce.intake;

import com.mongodb.MongoException;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.sequence.AssignedNumber;
import dev.sendonce.sequence.Sequence;
import dev.sendonce.sequence.SequenceNumbers;

/**
 * {@link ReferenceNumbers} from the sequences of the deployment. The number belongs to the key: a
 * request that fails after it was assigned finds it again when it is repeated. Thread-safe.
 */
public final class SequenceReferences implements ReferenceNumbers {
  /** Users of the REST call for numbers hold no blank, so that no key looks like one of them. */
  private static final String USER = "send ";

  private final SequenceNumbers numbers;
  private final SequenceNumbers.Mode mode;

  public SequenceReferences(SequenceNumbers numbers, SequenceNumbers.Mode mode) {
    this.numbers = numbers;
    this.mode = mode;
  }

  @Override
  public Send.Reference assign(SendKey key, Send.Reference wanted) {
    try {
      AssignedNumber number =
          numbers.next(new Sequence(wanted.category(), wanted.subCategory()), USER + key, mode);
      return new Send.Reference(
          wanted.category(), wanted.subCategory(), number.value(), number.reference());
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The next number was not given out.", e);
    }
  }
}
