package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.lab.relay.RelayOptions.Security;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultRelaySecurityTest {
  private static final String LETTER = "Message-ID: <1@x.test>\r\n\r\nHello\r\n";
  private static SelfSignedCertificate certificate;

  @TempDir private Path directory;

  @BeforeAll
  static void makeCertificate() throws IOException {
    certificate = SelfSignedCertificate.create();
  }

  @Test
  void startTlsEncryptsTheRest() throws Exception {
    try (RelayUnderTest relay = relay(Security.STARTTLS);
        SmtpProbe plain = SmtpProbe.connect(relay.port())) {
      plain.reply();
      assertThat(plain.command("EHLO probe.test")).contains("STARTTLS");
      assertThat(plain.command("STARTTLS")).startsWith("220");
      try (SmtpProbe probe = new SmtpProbe(trusting(plain.socket(), relay.port()))) {
        assertThat(probe.command("MAIL FROM:<s@x.test>")).startsWith("503");
        assertThat(probe.command("EHLO probe.test")).doesNotContain("STARTTLS");
        assertThat(probe.send("ann@x.test", LETTER)).startsWith("250");
      }
    }
  }

  @Test
  void implicitTlsEncryptsFromTheFirstByte() throws Exception {
    try (RelayUnderTest relay = relay(Security.TLS);
        SmtpProbe probe = secure(relay)) {
      assertThat(probe.reply()).startsWith("220");
      probe.command("EHLO probe.test");
      assertThat(probe.send("ann@x.test", LETTER)).startsWith("250");
    }
  }

  @ParameterizedTest
  @CsvSource({"no-reply-kept, false", "cut-kept, false", "reset-kept, true"})
  void endsTlsWithAnEndOfStreamOrAReset(String script, boolean broken) throws Exception {
    try (RelayUnderTest relay = relay(Security.TLS);
        SmtpProbe probe = secure(relay)) {
      relay
          .scripts()
          .add(dev.sendonce.lab.relay.script.ScriptText.parse("cut-kept", "", "dot: keep, cut"));
      probe.reply();
      probe.command("EHLO probe.test");
      probe.beginBody("s@x.test", script + "@fault.test");
      probe.write(LETTER + ".\r\n");
      if (broken) {
        assertThatThrownBy(probe::rest).isInstanceOf(IOException.class);
      } else {
        assertThat(probe.rest()).isEmpty();
      }
      assertThat(relay.bodies()).singleElement().matches(body -> body.kept());
    }
  }

  @Test
  void nobodyVouchesForTheCertificate() throws Exception {
    try (RelayUnderTest relay = relay(Security.TLS);
        Socket tcp = SmtpProbe.connect(relay.port()).socket();
        SSLSocket socket =
            (SSLSocket)
                SSLContext.getDefault()
                    .getSocketFactory()
                    .createSocket(tcp, "localhost", relay.port(), true)) {
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PLAIN, '\0ann\0right', '', 235",
    "PLAIN, '\0ann\0wrong', '', 535",
    "PLAIN, 'nonsense', '', 501",
    "LOGIN, 'ann', 'right', 235",
    "LOGIN, 'ann', 'wrong', 535",
    "XOAUTH2, 'user=ann\1auth=Bearer right\1\1', '', 235",
    "XOAUTH2, 'user=bob\1auth=Bearer right\1\1', '', 535",
    "CRAM-MD5, 'ann', '', 504"
  })
  void checksCredentials(String mechanism, String first, String second, String code)
      throws IOException {
    try (RelayUnderTest relay =
            new RelayUnderTest(directory, o -> o.withLogin("ann", "right"), Keeper.NOWHERE);
        SmtpProbe probe = relay.probe()) {
      String reply = probe.command("AUTH " + mechanism + " " + base64(first));
      if (reply.startsWith("334")) {
        reply = probe.command(base64(second));
      }
      assertThat(reply).startsWith(code);
    }
    assertThat(Files.readString(directory.resolve("journal.jsonl"))).doesNotContain("right");
  }

  private RelayUnderTest relay(Security security) throws IOException {
    return new RelayUnderTest(directory, o -> o.withTls(security, certificate), Keeper.NOWHERE);
  }

  private SmtpProbe secure(RelayUnderTest relay) throws Exception {
    return new SmtpProbe(trusting(SmtpProbe.connect(relay.port()).socket(), relay.port()));
  }

  private SSLSocket trusting(Socket tcp, int port) throws Exception {
    Path pem = directory.resolve("relay.pem");
    certificate.writePem(pem);
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (var in = Files.newInputStream(pem)) {
      trusted.setCertificateEntry(
          "relay", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(tcp, "127.0.0.1", port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return socket;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
