package dev.sendonce.lab.chaos;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Hears which points the nodes reach, and holds those that the test chooses. */
final class PointListener implements AutoCloseable {
  private final ServerSocket server;
  private final List<Arrival> held = new ArrayList<>();
  private Predicate<Arrival> chosen = arrival -> false;

  PointListener() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::listen, "points");
    thread.setDaemon(true);
    thread.start();
  }

  /** An attempt at a point. */
  record Arrival(long pid, String point, String sendId, int attempt, Socket socket) {}

  int port() {
    return server.getLocalPort();
  }

  /** From now on holds those that match. */
  synchronized void hold(Predicate<Arrival> which) {
    chosen = which;
  }

  synchronized List<Arrival> held() {
    return List.copyOf(held);
  }

  /** Lets those go on that match. */
  synchronized void release(Predicate<Arrival> which) {
    held.removeIf(
        arrival -> {
          if (which.test(arrival)) {
            letGo(arrival.socket());
            return true;
          }
          return false;
        });
  }

  /** Holds nobody any more. */
  synchronized void releaseAll() {
    chosen = arrival -> false;
    release(arrival -> true);
  }

  private void listen() {
    while (!server.isClosed()) {
      try {
        hear(server.accept());
      } catch (IOException e) {
        // a node was killed in the middle of its line, or the test is over: hear the next one
      }
    }
  }

  @SuppressWarnings("resource") // the socket stays open while the attempt is held
  private void hear(Socket socket) throws IOException {
    String line =
        new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
            .readLine();
    if (line == null) {
      throw new EOFException("killed before it said where it is");
    }
    String[] words = line.split(" ", -1);
    Arrival arrival =
        new Arrival(
            Long.parseLong(words[0]), words[1], words[2], Integer.parseInt(words[3]), socket);
    synchronized (this) {
      if (chosen.test(arrival)) {
        held.add(arrival);
        return;
      }
    }
    letGo(socket);
  }

  private static void letGo(Socket socket) {
    try (socket) {
      socket.getOutputStream().write("go\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // its process is gone: there is nobody to let go
      return;
    }
  }

  @Override
  public void close() throws IOException {
    releaseAll();
    server.close();
  }
}
