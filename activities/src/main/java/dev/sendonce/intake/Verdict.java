package dev.sendonce.intake;

import java.util.List;
import java.util.Optional;

/**
 * What validation found.
 *
 * @param submission present when the request is well formed; it may still break a rule of this
 *     deployment (a relay that does not exist any more, a sender that is not allowed), which does
 *     not matter when the request was accepted before
 * @param errors everything that speaks against accepting it now
 */
record Verdict(Optional<Submission> submission, List<FieldError> errors) {}
