package dev.sendonce.smtp;

import dev.sendonce.send.SmtpPhase;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket handed to the mail library: one TCP connection, in the clear or inside TLS, that
 * anybody may end at any time.
 *
 * <p>Ending it resets the raw connection (linger 0). An orderly close would let the kernel go on
 * delivering what is still in its send buffer, and the TLS layer's close may wait for the peer
 * (SMTP-FACTS 1.5 and 1.8). {@link #abort} and {@link #close} are thread-safe; the rest is for the
 * transmitting thread.
 */
final class RelaySocket extends Socket {
  private static final Logger LOG = LoggerFactory.getLogger(RelaySocket.class);

  private final List<InetAddress> addresses;
  private final int port;
  private final RelaySettings.Security security;
  private final TlsLayer tls;
  private final Consumer<SmtpPhase> phases;
  private final int longestRead;
  private Socket raw;
  private boolean ended;
  private Socket spoken;
  private ReplyInput input;

  /**
   * @param addresses tried in turn
   * @param phases told when connecting goes over into TLS and into waiting for the greeting
   */
  RelaySocket(
      List<InetAddress> addresses,
      RelaySettings settings,
      TlsLayer tls,
      Consumer<SmtpPhase> phases) {
    this.addresses = List.copyOf(addresses);
    this.port = settings.port();
    this.security = settings.security();
    this.longestRead =
        (int) Math.min(Integer.MAX_VALUE, settings.transactionLimit().toMillis() + 1000);
    this.tls = tls;
    this.phases = phases;
  }

  /** Connects to the first address that answers; the given endpoint is one of them. */
  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    connectToAny(timeoutMillis);
    raw.setTcpNoDelay(true);
    raw.setKeepAlive(true);
    // deadlines end everything earlier; this is for a deadline that never fires
    raw.setSoTimeout(longestRead);
    speakThrough(raw);
    if (security == RelaySettings.Security.TLS) {
      phases.accept(SmtpPhase.TLS);
      secure();
    }
    phases.accept(SmtpPhase.GREETING);
  }

  private void connectToAny(int timeoutMillis) throws IOException {
    IOException last = new IOException("no address to connect to");
    for (InetAddress address : addresses) {
      Socket next = new Socket();
      own(next);
      try {
        next.connect(new InetSocketAddress(address, port), timeoutMillis);
        return;
      } catch (IOException e) {
        next.close();
        last = e;
      }
    }
    throw last;
  }

  private synchronized void own(Socket next) throws IOException {
    if (ended) {
      next.close();
      throw new IOException("closed by us");
    }
    raw = next;
  }

  /**
   * Goes over into TLS, with the certificate and the host name checked. Refuses when the relay, or
   * somebody in between, has already sent something: it would be taken for words spoken inside.
   */
  void secure() throws IOException {
    if (input.pending()) {
      throw new IOException("plain text before the TLS handshake");
    }
    SSLSocket layer = tls.over(raw);
    layer.startHandshake();
    speakThrough(layer);
  }

  private void speakThrough(Socket layer) throws IOException {
    spoken = layer;
    input = new ReplyInput(layer);
  }

  /** What the relay says. */
  ReplyInput input() {
    return input;
  }

  /** Unbuffered. */
  @Override
  public OutputStream getOutputStream() throws IOException {
    return spoken.getOutputStream();
  }

  @Override
  public InputStream getInputStream() {
    return input;
  }

  @Override
  public int getPort() {
    return port;
  }

  /** Our side of the connection. */
  InetAddress ourAddress() {
    return raw.getLocalAddress();
  }

  /** Ends the connection at once; what is in flight is thrown away as far as still possible. */
  synchronized void abort() {
    end(true);
  }

  /** For the library, which closes only when something went wrong. */
  @Override
  public synchronized void close() {
    end(true);
  }

  /** Closes after a QUIT was written: what was written is still delivered. */
  synchronized void closeGently() {
    end(false);
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  private void end(boolean reset) {
    if (ended) {
      return;
    }
    ended = true;
    if (raw == null) {
      return;
    }
    try (Socket closing = raw) {
      if (reset) {
        closing.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      LOG.debug("closing a connection failed: it was gone already", e);
    }
  }
}
