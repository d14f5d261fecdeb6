package dev.sendonce.intake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sendonce.message.Mailbox;
import dev.sendonce.message.RawMessage;
import dev.sendonce.message.RawReading;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Judges a request that is a message, with its envelope and terms in parameters. Thread-safe.
 *
 * <p>Parameters: {@code to} (once for each recipient), {@code from} (the author of the message when
 * absent), {@code relay}, {@code sendAt}, {@code expireAfter}, {@code allowDuplicateContent},
 * {@code metadata.NAME}.
 */
final class RawSubmissionReader {
  private static final Set<String> SINGLE = Set.of("from", "relay", "sendAt", "expireAfter");
  private static final String METADATA = "metadata.";
  private static final String MESSAGE = "message";

  private final EnvelopeReader addresses;
  private final TermsReader terms;

  RawSubmissionReader(IntakeSettings settings) {
    this.addresses = new EnvelopeReader(settings);
    this.terms = new TermsReader(settings);
  }

  /** Judges a request; the draft of the submission is the message of the reading. */
  Verdict read(
      RawReading reading, Map<String, List<String>> parameters, Submitter submitter, Instant now) {
    Errors errors = new Errors();
    Errors policy = new Errors();
    Fields fields = new Fields("", values(parameters, errors), errors);
    Optional<RawMessage> message = Optional.empty();
    if (reading instanceof RawReading.Sound sound) {
      message = Optional.of(sound.message());
      checkAuthor(sound.message(), submitter, policy);
    } else if (reading instanceof RawReading.Defective defective) {
      defective.reasons().forEach(reason -> errors.add(MESSAGE, reason));
    }
    Optional<Mailbox> from =
        fields.has("from")
            ? addresses.from(fields, submitter, errors, policy)
            : message.map(m -> Mailbox.of(m.author()));
    List<Mailbox> to = addresses.many(fields, "to", errors);
    addresses.checkCount(fields, errors);
    Terms agreed = terms.read(fields, submitter, now, errors, policy);
    if (!errors.isEmpty() || from.isEmpty() || message.isEmpty()) {
      return new Verdict(Optional.empty(), errors.and(policy));
    }
    String digest = message.get().content().sha256();
    Fingerprint fingerprint =
        new Fingerprint()
            .field("from", d -> d.add(EnvelopeReader.spelling(from.get())))
            .field(MESSAGE, d -> d.add(digest));
    JsonDraft.mailboxes(fingerprint, "to", to);
    TermsReader.fingerprint(agreed, fingerprint);
    Envelope envelope = addresses.envelope(from.get().address(), to, List.of(), List.of());
    return new Verdict(
        Optional.of(
            new Submission(envelope, agreed, new RawDraft(message.get()), fingerprint.digests())),
        policy.list());
  }

  private static void checkAuthor(RawMessage message, Submitter submitter, Errors policy) {
    if (!EnvelopeReader.mayUse(submitter, message.author())) {
      policy.add(MESSAGE, "has an author in its From field that this API key may not use");
    }
  }

  /** The parameters in the shape of a JSON request. */
  private static Map<String, JsonNode> values(Map<String, List<String>> parameters, Errors errors) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    Map<String, JsonNode> values = new HashMap<>();
    ObjectNode metadata = nodes.objectNode();
    parameters.forEach(
        (name, given) -> {
          if (name.equals("to")) {
            ArrayNode to = nodes.arrayNode();
            given.forEach(to::add);
            values.put(name, to);
          } else if (given.size() != 1) {
            errors.add(name, "is given more than once");
          } else if (SINGLE.contains(name)) {
            values.put(name, nodes.textNode(given.get(0)));
          } else if (name.equals("allowDuplicateContent")) {
            values.put(name, flag(given.get(0)));
          } else if (name.startsWith(METADATA)) {
            metadata.put(name.substring(METADATA.length()), given.get(0));
          } else {
            errors.add(name, "is not a known parameter");
          }
        });
    if (!metadata.isEmpty()) {
      values.put("metadata", metadata);
    }
    return values;
  }

  private static JsonNode flag(String text) {
    return text.equals("true") || text.equals("false")
        ? BooleanNode.valueOf(text.equals("true"))
        : JsonNodeFactory.instance.textNode(text);
  }
}
