package dev.sendonce.smtp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/**
 * Gives the mail library the one socket of a connection, and nothing else: a library that could
 * make sockets of its own would make some that nobody can close.
 */
final class LibrarySockets extends SocketFactory {
  private final RelaySocket socket;

  LibrarySockets(RelaySocket socket) {
    this.socket = socket;
  }

  @Override
  public Socket createSocket() {
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw refused();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    throw refused();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw refused();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    throw refused();
  }

  private static IOException refused() {
    return new IOException("the library may only use the socket it was given");
  }

  /** What the library asks after the relay agreed to STARTTLS. */
  static final class Securing extends SSLSocketFactory {
    @Override
    public Socket createSocket(Socket plain, String host, int port, boolean autoClose)
        throws IOException {
      if (!(plain instanceof RelaySocket relay)) {
        throw refused();
      }
      relay.secure();
      return relay;
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return new String[0];
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return new String[0];
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw refused();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      throw refused();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      throw refused();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
        throws IOException {
      throw refused();
    }
  }
}
