package dev.sendonce.ledger;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * What a ledger needs to know of its deployment.
 *
 * @param resendGuard how long after end of data a resend or not_sent by a person is refused
 * @param erasure what remains of content and addresses after erasure
 * @param samePerson the canonical form of an address, by which sends are found; never used for the
 *     envelope
 */
public record LedgerSettings(
    Duration resendGuard, KeyedDigest erasure, UnaryOperator<String> samePerson) {}
