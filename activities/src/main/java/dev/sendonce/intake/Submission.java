package dev.sendonce.intake;

import java.util.Map;

/**
 * A request in which everything is well formed.
 *
 * @param fingerprint digests by field, see {@link Fingerprint}
 */
record Submission(Envelope envelope, Terms terms, Draft draft, Map<String, String> fingerprint) {
  boolean needsSmtpUtf8() {
    return envelope.needsSmtpUtf8() || draft.needsSmtpUtf8();
  }
}
