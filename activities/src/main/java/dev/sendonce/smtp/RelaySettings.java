package dev.sendonce.smtp;

import java.time.Duration;
import java.util.Optional;

/**
 * How to reach and treat one relay. Validated where the configuration is read.
 *
 * @param maxConnections concurrent transactions per node
 * @param messagesPerSecond over all nodes, 0 for no limit
 * @param trustTransientRejection a 4yz to end of data of a single-recipient transaction proves
 *     non-acceptance (RFC 5321, 4.2.5)
 * @param bounceDomain domain of VERP envelope senders, when bounces are collected there
 * @param trustedCertificates PEM file with certificates to trust instead of the JVM's, if any
 */
public record RelaySettings(
    String name,
    String host,
    int port,
    Security security,
    Optional<Credentials> credentials,
    Timeouts timeouts,
    int maxConnections,
    double messagesPerSecond,
    Retry retry,
    boolean trustTransientRejection,
    Optional<String> bounceDomain,
    Optional<String> journalAddress,
    Optional<String> trustedCertificates) {

  /** How the connection is protected. */
  public enum Security {
    NONE,
    /** STARTTLS is required, with host name check. */
    STARTTLS,
    /** TLS from the first byte, with host name check. */
    TLS
  }

  /** Secrets, read from the environment or a file; never printed. */
  public record Credentials(Mechanism mechanism, String user, String secret) {
    /** SASL mechanisms. */
    public enum Mechanism {
      PLAIN,
      LOGIN,
      XOAUTH2
    }

    @Override
    public String toString() {
      return mechanism + " as " + user + " (secret hidden)";
    }
  }

  /**
   * Deadlines of the phases.
   *
   * @param connect TCP connect
   * @param command each command up to DATA, the greeting and TLS included
   * @param data writing the body
   * @param endOfData waiting for the reply to the final dot
   */
  public record Timeouts(Duration connect, Duration command, Duration data, Duration endOfData) {}

  /** When a proven non-acceptance is tried again, and for how long. */
  public record Retry(Duration initial, Duration maximum, Duration expireAfter) {}

  /**
   * Upper bound of one transaction: after it the socket is closed whatever the phase. Shorter than
   * the start-to-close time-out of the activity.
   */
  public Duration transactionLimit() {
    return timeouts
        .connect()
        .plus(timeouts.command().multipliedBy(3))
        .plus(timeouts.data())
        .plus(timeouts.endOfData());
  }
}
