package dev.sendonce.api.problem;

import java.util.Locale;

/**
 * Every kind of error the API answers with (RFC 9457). The slug is part of the contract: clients
 * may branch on it, and {@code /problems/<slug>} explains it.
 */
public enum ProblemType {
  BAD_REQUEST(
      400,
      "The request cannot be read",
      "A header, a path or a query parameter breaks the syntax of HTTP or of this API.",
      "Mend the request; repeating it unchanged gives the same answer."),
  UNREADABLE_BODY(
      400,
      "The body is not readable",
      "The body ends early, is not JSON or not an object, names a field twice, or, for a raw"
          + " submission, is no RFC 5322 message.",
      "Mend the body and send it again under the same key; nothing was accepted."),
  KEY_MISSING(
      400,
      "The Idempotency-Key header is missing",
      "Every request to send names its key, so that repeating the request is harmless.",
      "Make one key per letter, keep it with the letter, and repeat it with every retry."),
  UNAUTHORIZED(
      401,
      "An API key is needed",
      "The Authorization header is missing, or its API key is unknown or was revoked.",
      "Send 'Authorization: Bearer <API key>'."),
  FORBIDDEN(
      403,
      "This API key may not do that",
      "The API key is bound to a key prefix, or is not an admin key. A sender or relay that it may"
          + " not use is an invalid field instead (422).",
      "Use a key that is allowed to, or ask whoever administers the service for one."),
  NOT_FOUND(
      404,
      "There is nothing here",
      "The path is unknown, or the send does not exist or belongs to another client.",
      "Check the path; '/' inside a key is written %2F."),
  METHOD_NOT_ALLOWED(
      405,
      "This path does not know that method",
      "The Allow header lists the methods that it knows.",
      "Use one of those."),
  NOT_ACCEPTABLE(
      406,
      "No acceptable representation",
      "The Accept header excludes everything that this path can answer with.",
      "Accept application/json (or message/rfc822 for the message itself)."),
  DUPLICATE_CONTENT(
      409,
      "The same content went, or is on its way, to the same person",
      "Another send, named by existingKey, has this content and at least one of these recipients"
          + " within the duplicate window.",
      "Look at that send. If both letters are wanted, repeat with allowDuplicateContent: true."),
  IN_PROGRESS(
      409,
      "This key is being accepted at this moment",
      "Another request with the same key has not been answered yet.",
      "Wait as Retry-After says and repeat the request with the same key."),
  KEY_TAKEN(
      409,
      "The key belongs to another client",
      "Keys are shared by all clients of the service; somebody else has used this one.",
      "Put a prefix of your own in front of your keys."),
  TOO_LATE(
      409,
      "Too late to hold it back",
      "The letter may already have been handed over; state tells how far it is.",
      "Look at the send; what is out cannot be called back."),
  WRONG_STATE(
      409,
      "The send is not in a state for this",
      "The request does not apply to the state that the send is in.",
      "Read the send again and decide from its state."),
  ALREADY_FINAL(
      409,
      "The send is finished",
      "Its outcome is known, so there is nothing left to decide.",
      "Read the send. To send the letter again on purpose, use a new key."),
  STALE_EPOCH(
      409,
      "There is a newer attempt than the one you looked at",
      "The epoch in the request is not the number of the newest attempt.",
      "Read the send again and decide from what it shows now."),
  TOO_EARLY(
      409,
      "An earlier attempt may still arrive",
      "Until notBefore a paused process or a slow network may still complete the last attempt, so"
          + " neither 'resend' nor 'not_sent' could be kept.",
      "Repeat the order after notBefore."),
  CONTENT_ERASED(
      410,
      "The content was erased",
      "The send and its states remain; its bytes and addresses are gone for good.",
      "Nothing brings them back."),
  PRECONDITION_FAILED(
      412,
      "The version is another one",
      "The send does not have the version that If-Match asks for.",
      "Read it without If-Match; its ETag is its version."),
  TOO_LARGE(
      413,
      "The request is too large",
      "The body, the message or a part of it is over the limit that detail names.",
      "Send less, or raise the limit in the configuration."),
  URI_TOO_LONG(
      414,
      "The address of the request is too long",
      "Paths and queries of this API are short; this one is over the server's limit.",
      "Check what the client puts into the URL."),
  UNSUPPORTED_MEDIA_TYPE(
      415,
      "This kind of body is not supported",
      "The Content-Type or the Content-Encoding is none that this path reads.",
      "Send application/json, or message/rfc822 for a raw submission."),
  INVALID_REQUEST(
      422,
      "The request is not valid",
      "Every field that is wrong is listed in errors.",
      "Mend them all and send again under the same key; nothing was accepted."),
  KEY_INVALID(
      422,
      "The Idempotency-Key is not a valid key",
      "A key is 1 to 200 characters of A-Z a-z 0-9 . _ ~ : / @ + = , - and not '.' or '..'.",
      "Make keys from an order number or a UUID."),
  KEY_REUSED(
      422,
      "The key stands for another request",
      "A different request was accepted under this key; fields lists what differs.",
      "If it is the same letter, repeat the original body. If it is another letter, use a new"
          + " key."),
  RATE_LIMITED(
      429,
      "Too many requests",
      "This API key is over its rate.",
      "Wait as Retry-After says and repeat the request with the same key."),
  HEADERS_TOO_LARGE(
      431,
      "The header fields are too large",
      "The request's header is over the server's limit.",
      "Check what the client puts into its headers."),
  INTERNAL_ERROR(
      500,
      "Something went wrong here",
      "The failure was logged under the incident id. It does not burn the key.",
      "Repeat the request with the same key; if it goes on, report the incident id."),
  LEDGER_UNAVAILABLE(
      503,
      "The ledger cannot be reached",
      "MongoDB does not answer with a majority, so nothing may be accepted or changed.",
      "Wait as Retry-After says and repeat the request with the same key."),
  ENGINE_UNAVAILABLE(
      503,
      "Temporal cannot be reached",
      "A schedule is kept by Temporal, which does not answer, so nothing was stored.",
      "Wait as Retry-After says and repeat the request with the same id."),
  STOPPING(
      503,
      "This node is stopping",
      "The node takes no new requests; the others go on.",
      "Wait as Retry-After says and repeat the request with the same key."),
  NOT_ADOPTED(
      503,
      "This node stands before a foreign database",
      "The database belongs to another deployment, so this node neither accepts nor sends.",
      "The operator runs 'sendonce adopt' after reading what it does.");

  private final int status;
  private final String title;
  private final String meaning;
  private final String remedy;

  ProblemType(int status, String title, String meaning, String remedy) {
    this.status = status;
    this.title = title;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  /** The last segment of the type's URI. */
  public String slug() {
    return switch (this) {
      case KEY_MISSING -> "idempotency-key-missing";
      case KEY_INVALID -> "idempotency-key-invalid";
      case KEY_REUSED -> "idempotency-key-reused";
      default -> name().toLowerCase(Locale.ROOT).replace('_', '-');
    };
  }

  /** The HTTP status it is answered with. */
  public int status() {
    return status;
  }

  /** One line, the same for every occurrence. */
  public String title() {
    return title;
  }

  /** What happened, for the page at {@code /problems/<slug>}. */
  public String meaning() {
    return meaning;
  }

  /** What to do next, for the page at {@code /problems/<slug>}. */
  public String remedy() {
    return remedy;
  }
}
