package dev.sendonce.smtp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A self-signed certificate for one host, made afresh with the JDK's keytool. */
final class TestCertificate {
  private static final String PASSWORD = "changeit";

  private final Path pem;
  private final SSLContext server;

  private TestCertificate(Path pem, SSLContext server) {
    this.pem = pem;
    this.server = server;
  }

  /**
   * @param names as keytool's SAN extension wants them, such as {@code ip:127.0.0.1}
   */
  static TestCertificate forHost(Path directory, String names) throws Exception {
    Path store = directory.resolve(names.replaceAll("[^a-z0-9]", "-") + ".p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "relay",
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=relay",
                    "-ext",
                    "san=" + names,
                    "-validity",
                    "2",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = new ByteArrayInputStream(Files.readAllBytes(store))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Path pem = directory.resolve(store.getFileName() + ".pem");
    Files.writeString(
        pem,
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(keys.getCertificate("relay").getEncoded())
            + "\n-----END CERTIFICATE-----\n");
    return new TestCertificate(pem, context(keys));
  }

  /** For {@code trustedCertificates}. */
  String pem() {
    return pem.toString();
  }

  /** Puts the server's end of TLS on a connection and goes on over it. */
  void secure(ScriptedRelay.Wire wire) throws IOException {
    Socket plain = wire.socket();
    SSLSocket layer =
        (SSLSocket) server.getSocketFactory().createSocket(plain, null, plain.getPort(), true);
    layer.setUseClientMode(false);
    layer.startHandshake();
    wire.use(layer);
  }

  private static SSLContext context(KeyStore keys) throws GeneralSecurityException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
