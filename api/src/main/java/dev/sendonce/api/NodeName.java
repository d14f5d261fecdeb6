package dev.sendonce.api;

import dev.sendonce.api.config.SendonceConfiguration;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** What people call this node. */
final class NodeName {
  private NodeName() {}

  /** The configured name, else the host's, else the process id. */
  static String of(SendonceConfiguration c) {
    return c.node()
        .orElseGet(
            () -> {
              try {
                return InetAddress.getLocalHost().getHostName();
              } catch (UnknownHostException e) {
                return "process-" + ProcessHandle.current().pid();
              }
            });
  }
}
