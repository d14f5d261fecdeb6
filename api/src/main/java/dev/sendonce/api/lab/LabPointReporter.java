package dev.sendonce.api.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a listener on this machine that a point was reached: one line {@code pid point sendId
 * attempt} on a fresh connection; the attempt goes on when the listener answers or hangs up.
 */
final class LabPointReporter implements LabPoints {
  private static final Logger LOG = LoggerFactory.getLogger(LabPointReporter.class);

  private final int port;

  LabPointReporter(int port) {
    this.port = port;
  }

  @Override
  public void reached(String point, String sendId, int attempt) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        Writer out =
            new java.io.OutputStreamWriter(socket.getOutputStream(), StandardCharsets.US_ASCII);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      out.write(ProcessHandle.current().pid() + " " + point + " " + sendId + " " + attempt + "\n");
      out.flush();
      in.readLine();
    } catch (IOException e) {
      LOG.debug("No lab listens on port {}", port, e);
    }
  }
}
