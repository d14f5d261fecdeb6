package dev.sendonce.lab.relay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate for {@code localhost} and 127.0.0.1 that nobody else vouches for, made afresh with
 * the JDK's {@code keytool}. Its key never leaves this process. Immutable.
 */
public final class SelfSignedCertificate {
  private static final char[] PASSWORD = "not-a-secret".toCharArray();
  private static final String ALIAS = "relay";

  private final KeyStore store;
  private final SSLContext context;

  private SelfSignedCertificate(KeyStore store, SSLContext context) {
    this.store = store;
    this.context = context;
  }

  /** Makes a new one; takes about a second. */
  public static SelfSignedCertificate create() throws IOException {
    Path directory = Files.createTempDirectory("relay-certificate");
    Path file = directory.resolve("relay.p12");
    try {
      generate(file);
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD);
      }
      return new SelfSignedCertificate(store, serving(store));
    } catch (GeneralSecurityException e) {
      throw new IOException("the certificate that keytool made cannot be read", e);
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(directory);
    }
  }

  private static void generate(Path file) throws IOException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                List.of(
                    keytool,
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-validity",
                    "3650",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "SAN=dns:localhost,ip:127.0.0.1",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    new String(PASSWORD),
                    "-keystore",
                    file.toString()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool could not make a certificate; is " + keytool + " usable?");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keytool ran", e);
    }
  }

  /** What a server needs to speak TLS with it. */
  SSLContext context() {
    return context;
  }

  private static SSLContext serving(KeyStore store) throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** Writes the certificate, without its key, for clients that are to trust it. */
  public void writePem(Path file) throws IOException {
    try {
      String base64 =
          Base64.getMimeEncoder(64, new byte[] {'\n'})
              .encodeToString(store.getCertificate(ALIAS).getEncoded());
      Files.writeString(
          file, "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n");
    } catch (GeneralSecurityException e) {
      throw new IOException("certificate cannot be encoded", e);
    }
  }
}
