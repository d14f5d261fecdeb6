/**
 * Everything that knows a socket: handing a frozen message to a relay and saying what that proved.
 *
 * <p>{@link dev.sendonce.smtp.SmtpRelay} bounds the transactions; {@code Handover} finds a
 * connection, kept ({@code ConnectionPool}) or new ({@code Connector}); {@code Transaction} runs
 * MAIL to end of data on it; {@code EndOfDataGate} is the last point at which a letter is certainly
 * not accepted; {@code OutcomeRule} alone turns what was seen into an outcome. {@code
 * PhaseTransport}, {@code RelaySocket} and {@code ReplyInput} keep the mail library from reading
 * answers out of the past, from writing a dot of its own, and from holding a socket that nobody can
 * close.
 */
package dev.sendonce.smtp;
