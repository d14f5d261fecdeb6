package dev.sendonce.ledger;

import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What acceptance hands to {@link Ledger#prepare}; validated before, and frozen. */
public record NewSend(
    SendKey key,
    String id,
    String client,
    String relay,
    String batch,
    EmailAddress from,
    List<Send.Recipient> recipients,
    List<Send.Merged> merged,
    String messageId,
    String digest,
    long size,
    boolean smtpUtf8,
    Instant sendAt,
    Instant expiresAt,
    Map<String, String> fingerprint,
    Map<String, String> metadata,
    Send.Reference reference,
    boolean duplicateAllowed) {}
