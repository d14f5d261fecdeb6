package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.eclipse.angus.mail.util.LineInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyInputTest {
  private Socket client;
  private Socket server;
  private ReplyInput input;

  @BeforeEach
  void connect() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      client = new Socket(listener.getInetAddress(), listener.getLocalPort());
      server = listener.accept();
    }
    server.setTcpNoDelay(true);
    input = new ReplyInput(client);
  }

  @AfterEach
  void disconnect() throws IOException {
    client.close();
    server.close();
  }

  @Test
  void handsOnOneLineAtATimeAndSeesTheRest() throws IOException {
    say("250 one\r\n250 two\r\n");
    byte[] target = new byte[100];
    int count = input.read(target, 0, target.length);
    assertThat(new String(target, 0, count, StandardCharsets.US_ASCII)).isEqualTo("250 one\r\n");
    assertThat(input.pending()).isTrue();
    assertThat(input.probe()).isEqualTo(ReplyInput.Probe.BYTES);
  }

  @Test
  void probesWithoutLosingAnything() throws IOException {
    assertThat(input.probe()).isEqualTo(ReplyInput.Probe.SILENT);
    say("250 one\r\n");
    Awaitility.await().until(() -> input.probe() == ReplyInput.Probe.BYTES);
    assertThat(line()).isEqualTo("250 one");
    assertThat(input.probe()).isEqualTo(ReplyInput.Probe.SILENT);
    server.close();
    Awaitility.await().until(() -> input.probe() == ReplyInput.Probe.ENDED);
  }

  @Test
  void aResetIsAnEnd() throws IOException {
    server.setSoLinger(true, 0);
    server.close();
    Awaitility.await().until(() -> input.probe() == ReplyInput.Probe.ENDED);
  }

  /** The library takes any carriage return for the end of a line; the rest would lie in wait. */
  @ParameterizedTest
  @CsvSource({
    "'250 ok\r250 hidden\r\n', '250 ok 250 hidden'",
    "'250 ok\r\r\n', '250 ok '",
    "'250 ok\r\n', '250 ok'",
    "'250 ok\n', '250 ok'",
    "'\r250 ok\r\n', ' 250 ok'"
  })
  void onlyALineFeedEndsALine(String wire, String line) throws IOException {
    say(wire + "250 next\r\n");
    LineInputStream library = new LineInputStream(new BufferedInputStream(input));
    assertThat(library.readLine()).isEqualTo(line);
    assertThat(input.pending()).isTrue();
    assertThat(library.readLine()).isEqualTo("250 next");
    assertThat(input.pending()).isFalse();
  }

  @Test
  void waitsForTheByteAfterACarriageReturn() throws Exception {
    LineInputStream library = new LineInputStream(new BufferedInputStream(input));
    write("250 ok\r");
    CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> read(library));
    pause(50);
    write("250 hidden\r");
    pause(50);
    assertThat(line).isNotDone();
    write("\n");
    assertThat(line.get(5, TimeUnit.SECONDS)).isEqualTo("250 ok 250 hidden");
  }

  @Test
  void keepsWhatWasReadOfTheReplyForPeople() throws IOException {
    say("250-first\r\n250-sec");
    line();
    byte[] rest = new byte[20];
    Awaitility.await().until(() -> input.pending());
    assertThat(input.read(rest, 0, rest.length)).isPositive();
    assertThat(input.readSoFar()).isEqualTo("250-first\r\n250-sec");
    input.expectReply();
    assertThat(input.readSoFar()).isEmpty();
  }

  @Test
  void aReplyWithoutEndIsCutOff() throws IOException {
    say("250-" + "x".repeat(20_000) + "\r\n");
    assertThatThrownBy(this::line).isInstanceOf(IOException.class).hasMessageContaining("longer");
  }

  /** A probe that comes in the middle of a TLS record must not lose the first half of it. */
  @Test
  void probingInTheMiddleOfATlsRecordLosesNothing(@TempDir Path directory) throws Exception {
    TestCertificate certificate = TestCertificate.forHost(directory, "ip:127.0.0.1");
    ScriptedRelay.Dialogue script =
        wire -> {
          certificate.secure(wire);
          wire.hear();
          wire.say("220 hello, this is one record");
          wire.listen();
        };
    try (ScriptedRelay relay = new ScriptedRelay(script);
        SlowProxy proxy = new SlowProxy(relay.port())) {
      RelaySettings settings =
          new SettingsFor(proxy.port())
              .security(RelaySettings.Security.TLS, certificate.pem())
              .build();
      try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
          SSLSocket tls = new TlsLayer(settings).over(plain)) {
        tls.startHandshake();
        proxy.dawdle();
        tls.getOutputStream().write("go\r\n".getBytes(StandardCharsets.US_ASCII));
        ReplyInput secured = new ReplyInput(tls);
        int silent = 0;
        while (secured.probe() == ReplyInput.Probe.SILENT) {
          silent++;
        }
        assertThat(silent).isPositive();
        LineInputStream library = new LineInputStream(new BufferedInputStream(secured));
        assertThat(library.readLine()).isEqualTo("220 hello, this is one record");
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = input.read(); b != '\n'; b = input.read()) {
      line.append((char) b);
    }
    return line.toString().stripTrailing();
  }

  private static String read(LineInputStream lines) {
    try {
      return lines.readLine();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void write(String text) throws IOException {
    server.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void say(String text) throws IOException {
    write(text);
    Awaitility.await().until(() -> input.pending());
  }

  private static void pause(long millis) {
    Awaitility.await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
  }

  /** Passes what the server says on byte by byte, at first fast. */
  private static final class SlowProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private volatile Duration perByte = Duration.ZERO;

    SlowProxy(int target) throws IOException {
      this.target = target;
      this.listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      start(this::serve);
    }

    int port() {
      return listener.getLocalPort();
    }

    /** From now on a record takes many probes to arrive. */
    void dawdle() {
      perByte = Duration.ofMillis(3);
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }

    private void serve() {
      try (Socket client = listener.accept();
          Socket relay = new Socket(InetAddress.getLoopbackAddress(), target)) {
        client.setTcpNoDelay(true);
        start(() -> pump(client, relay, () -> Duration.ZERO));
        pump(relay, client, () -> perByte);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    private static void pump(Socket from, Socket to, Supplier<Duration> perByte) {
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
          out.write(b);
          LockSupport.parkNanos(perByte.get().toNanos());
        }
      } catch (IOException e) {
        // one side has left
        Thread.currentThread().interrupt();
      }
    }

    private static void start(Runnable work) {
      Thread thread = new Thread(work, "slow-proxy");
      thread.setDaemon(true);
      thread.start();
    }
  }
}
