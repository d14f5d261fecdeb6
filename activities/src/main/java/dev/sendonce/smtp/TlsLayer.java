package dev.sendonce.smtp;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * TLS towards one relay: who is trusted, and that the certificate names the configured host (RFC
 * 2818, 3.1, which RFC 8314 asks for). There is no way to switch the checks off. Thread-safe.
 */
final class TlsLayer {
  private final SSLSocketFactory sockets;
  private final String host;
  private final int port;

  /**
   * @throws IllegalArgumentException when the file of trusted certificates cannot be used
   */
  TlsLayer(RelaySettings settings) {
    this.host = settings.host();
    this.port = settings.port();
    TrustManager[] trusted =
        settings.trustedCertificates().map(file -> trust(settings.name(), file)).orElse(null);
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trusted, null);
      this.sockets = context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime offers no TLS", e);
    }
  }

  /** A TLS client on top of a connected socket; the handshake is still to come. */
  SSLSocket over(Socket connected) throws IOException {
    SSLSocket layer = (SSLSocket) sockets.createSocket(connected, host, port, true);
    SSLParameters checks = layer.getSSLParameters();
    checks.setEndpointIdentificationAlgorithm("HTTPS");
    layer.setSSLParameters(checks);
    return layer;
  }

  private static TrustManager[] trust(String relay, String file) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(file)))) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (certificates.isEmpty()) {
        throw new IllegalArgumentException(
            "relays." + relay + ".trustedCertificates: no certificate in " + file);
      }
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("trusted-" + number++, certificate);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(store);
      return managers.getTrustManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "relays." + relay + ".trustedCertificates: " + file + " is not a readable PEM file", e);
    }
  }
}
