package dev.sendonce.activity;

import dev.sendonce.evidence.Arrival;
import dev.sendonce.evidence.EvidenceSink;
import dev.sendonce.evidence.Finding;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.SendLookup;
import dev.sendonce.ledger.Transition;
import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Evidence that arrives by itself, brought to the send it is about. It is attached once, whatever
 * the state; where the attempt it proves is uncertain, it confirms that attempt and wakes the
 * workflow. Throws {@link dev.sendonce.ledger.LedgerUnavailableException} when MongoDB does not
 * answer; the same evidence may then simply come again. Thread-safe.
 */
public final class ArrivingEvidence implements EvidenceSink {
  private final Ledger ledger;
  private final Keys keys;
  private final Waker waker;

  /** Finds keys by what reports and events know; {@link SendLookup} in earnest. */
  interface Keys {
    Optional<SendKey> byId(String sendId);

    Optional<SendKey> byQueueId(String relay, String queueId);
  }

  public ArrivingEvidence(Ledger ledger, SendLookup lookup, Waker waker) {
    this(
        ledger,
        new Keys() {
          @Override
          public Optional<SendKey> byId(String sendId) {
            return lookup.byId(sendId);
          }

          @Override
          public Optional<SendKey> byQueueId(String relay, String queueId) {
            return lookup.byQueueId(relay, queueId);
          }
        },
        waker);
  }

  ArrivingEvidence(Ledger ledger, Keys keys, Waker waker) {
    this.ledger = ledger;
    this.keys = keys;
    this.waker = waker;
  }

  @Override
  public Receipt take(Arrival arrival) {
    Optional<Send> found = find(arrival).flatMap(ledger::find);
    // the relay's own secret or mailbox speaks for its own sends only
    if (found.isEmpty() || !found.get().relay().equals(arrival.relay())) {
      return Receipt.UNKNOWN;
    }
    Send send = found.get();
    if (send.evidence().stream().anyMatch(known -> known.id().equals(arrival.id()))) {
      return Receipt.REPEATED;
    }
    OptionalInt attempt = attempt(send, arrival);
    boolean confirmed = attempt.isPresent() && confirm(send, attempt.getAsInt(), arrival);
    boolean complete = confirmed && arrival.finding() == Finding.ACCEPTED;
    if (!complete) {
      ledger.attachEvidence(send.key(), entry(send, arrival, arrival.finding(), attempt));
    }
    waker.wake(send.key());
    return Receipt.ATTACHED;
  }

  private Optional<SendKey> find(Arrival arrival) {
    Arrival.About about = arrival.about();
    Optional<String> id = about.anySendId();
    return id.flatMap(keys::byId)
        .or(() -> id.flatMap(i -> keys.byId(i.toLowerCase(Locale.ROOT))))
        .or(() -> about.providerId().flatMap(p -> keys.byQueueId(arrival.relay(), p)));
  }

  /**
   * The attempt it is about: the one whose mark or queue id it carries, or the only one that
   * reached end of data. A mark of an attempt that never did is not believed.
   */
  private static OptionalInt attempt(Send send, Arrival arrival) {
    List<Send.Attempt> latched =
        send.attempts().stream().filter(a -> a.phase() == AttemptPhase.END_OF_DATA).toList();
    Arrival.About about = arrival.about();
    IntStream candidates =
        latched.stream()
            .filter(
                a ->
                    about.mark().isPresent()
                        ? about.mark().get().isSameAs(send.id(), a.number())
                        : latched.size() == 1
                            || about.providerId().filter(p -> p.equals(a.queueId())).isPresent())
            .mapToInt(Send.Attempt::number);
    return candidates.findFirst();
  }

  private boolean confirm(Send send, int attempt, Arrival arrival) {
    if (send.state() != SendState.CONFIRMING && send.state() != SendState.UNCONFIRMED) {
      return false;
    }
    List<Integer> recipients = send.attempt(attempt).orElseThrow().recipients();
    Send.EvidenceEntry accepted = entry(send, arrival, Finding.ACCEPTED, OptionalInt.of(attempt));
    return ledger.addEvidence(send.key(), attempt, recipients, accepted, null)
        instanceof Transition.Applied;
  }

  private static Send.EvidenceEntry entry(
      Send send, Arrival arrival, Finding finding, OptionalInt attempt) {
    String id = finding == arrival.finding() ? arrival.id() : arrival.id() + "/accepted";
    return new Send.EvidenceEntry(
        id,
        attempt.orElse(0),
        arrival.source(),
        finding.wire(),
        arrival.at(),
        recipient(send, arrival) + arrival.detail(),
        false);
  }

  /** People count recipients from 1; an address must not enter the timeline. */
  private static String recipient(Send send, Arrival arrival) {
    if (arrival.recipient().isEmpty()) {
      return "";
    }
    OptionalInt index =
        IntStream.range(0, send.recipients().size())
            .filter(
                i -> send.recipients().get(i).address().equalsIgnoreCase(arrival.recipient().get()))
            .findFirst();
    return index.isPresent()
        ? "recipient " + (index.getAsInt() + 1) + ", "
        : "an address the message was passed on to, ";
  }
}
