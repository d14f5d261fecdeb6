package dev.sendonce.lab.relay;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a fault relay listens and what it can do. Immutable; the {@code with} methods return copies.
 *
 * @param host address to bind
 * @param port 0 for a free one
 * @param journal directory of the journal
 * @param security whether and when TLS is spoken
 * @param certificate needed unless security is {@code NONE}
 * @param login the only credentials that are accepted, when given
 * @param sizeLimit of a body in bytes, announced with SIZE
 * @param receiveBuffer of the sockets in bytes, 0 for the system's choice; a small one makes a
 *     relay that stops reading felt early
 * @param idleLimit after which a silent client is sent away with 421
 * @param stallLimit after which a stalled connection is dropped
 */
public record RelayOptions(
    String host,
    int port,
    Path journal,
    Security security,
    Optional<SelfSignedCertificate> certificate,
    Optional<Login> login,
    long sizeLimit,
    int receiveBuffer,
    Duration idleLimit,
    Duration stallLimit) {

  /** When TLS is spoken. */
  public enum Security {
    NONE,
    /** Offered with STARTTLS. */
    STARTTLS,
    /** From the first byte. */
    TLS
  }

  /** A user and its password. */
  public record Login(String user, String secret) {}

  public RelayOptions {
    if (security != Security.NONE && certificate.isEmpty()) {
      throw new IllegalArgumentException("TLS needs a certificate");
    }
  }

  /** A relay on a free port of 127.0.0.1 without TLS. */
  public static RelayOptions journalIn(Path journal) {
    return new RelayOptions(
        "127.0.0.1",
        0,
        journal,
        Security.NONE,
        Optional.empty(),
        Optional.empty(),
        52_428_800,
        0,
        Duration.ofMinutes(5),
        Duration.ofMinutes(30));
  }

  /** The same on that address and port. */
  public RelayOptions withAddress(String otherHost, int otherPort) {
    return new RelayOptions(
        otherHost,
        otherPort,
        journal,
        security,
        certificate,
        login,
        sizeLimit,
        receiveBuffer,
        idleLimit,
        stallLimit);
  }

  /** The same with its journal elsewhere. */
  public RelayOptions withJournal(Path directory) {
    return new RelayOptions(
        host,
        port,
        directory,
        security,
        certificate,
        login,
        sizeLimit,
        receiveBuffer,
        idleLimit,
        stallLimit);
  }

  /** The same with TLS. */
  public RelayOptions withTls(Security when, SelfSignedCertificate with) {
    return new RelayOptions(
        host,
        port,
        journal,
        when,
        Optional.of(with),
        login,
        sizeLimit,
        receiveBuffer,
        idleLimit,
        stallLimit);
  }

  /** The same, accepting only these credentials. */
  public RelayOptions withLogin(String user, String secret) {
    return new RelayOptions(
        host,
        port,
        journal,
        security,
        certificate,
        Optional.of(new Login(user, secret)),
        sizeLimit,
        receiveBuffer,
        idleLimit,
        stallLimit);
  }

  /** The same with small receive buffers. */
  public RelayOptions withReceiveBuffer(int bytes) {
    return new RelayOptions(
        host, port, journal, security, certificate, login, sizeLimit, bytes, idleLimit, stallLimit);
  }
}
