package dev.sendonce.evidence.imap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import javax.net.SocketFactory;

/**
 * Hands out plain sockets and can close them all. The mail library layers TLS on top of these, so
 * closing them ends the conversation at once without waiting for a TLS farewell.
 */
final class RawSockets extends SocketFactory {
  private final List<Socket> sockets = new ArrayList<>();
  private boolean closed;

  @Override
  public Socket createSocket() throws IOException {
    return keep(new Socket());
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return keep(new Socket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return keep(new Socket(host, port, local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return keep(new Socket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return keep(new Socket(host, port, local, localPort));
  }

  private synchronized Socket keep(Socket socket) throws IOException {
    if (closed) {
      socket.close();
      throw new IOException("This conversation is over.");
    }
    sockets.add(socket);
    return socket;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  synchronized void closeAll() {
    closed = true;
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException ignored) {
        // nothing is left to be done with this socket
      }
    }
  }
}
