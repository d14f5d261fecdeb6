package dev.sendonce.lab.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Asks a server whether it serves. */
@FunctionalInterface
interface Probe {
  /** Limit of one question, in milliseconds. */
  int PATIENCE = 2_000;

  /** A truthful no when it does not answer in time, or at all. */
  boolean serves();

  /** A server that speaks first, such as SMTP or IMAP. */
  static Probe greeting(int port, String start) {
    return () -> {
      try (Socket socket = connect(InetAddress.getLoopbackAddress(), port);
          BufferedReader in =
              new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
        String line = in.readLine();
        return line != null && line.startsWith(start);
      } catch (IOException e) {
        return false;
      }
    };
  }

  /** A server that listens at one of the addresses of the host. */
  static Probe listening(String host, int port) {
    return () -> {
      try {
        return Arrays.stream(InetAddress.getAllByName(host))
            .anyMatch(address -> listens(address, port));
      } catch (UnknownHostException e) {
        return false;
      }
    };
  }

  private static boolean listens(InetAddress address, int port) {
    try (Socket socket = connect(address, port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * A server that answers GET with 200.
   *
   * @param apiKey sent as bearer token, or null
   */
  static Probe http(String uri, String apiKey) {
    return () -> {
      try {
        HttpURLConnection connection = (HttpURLConnection) URI.create(uri).toURL().openConnection();
        connection.setConnectTimeout(PATIENCE);
        connection.setReadTimeout(PATIENCE);
        if (apiKey != null) {
          connection.setRequestProperty("Authorization", "Bearer " + apiKey);
        }
        try {
          return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } finally {
          connection.disconnect();
        }
      } catch (IOException e) {
        return false;
      }
    };
  }

  private static Socket connect(InetAddress address, int port) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(address, port), PATIENCE);
    socket.setSoTimeout(PATIENCE);
    return socket;
  }
}
