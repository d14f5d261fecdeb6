package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.journal.Entry;
import dev.sendonce.lab.relay.script.Script;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection from its acceptance to its end, both of them in the journal. */
final class Session implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final RelayParts relay;
  private final String id;
  private final Socket socket;
  private final Script script;

  Session(RelayParts relay, Socket socket, Script script) {
    this.relay = relay;
    this.id = relay.ids().next();
    this.socket = socket;
    this.script = script;
  }

  @Override
  public void run() {
    try (Wire wire = new Wire(socket)) {
      relay
          .journal()
          .append(new Entry.Opened(id, relay.clock().instant(), socket.getPort(), script.name()));
      Dialogue dialogue = new Dialogue(relay, id, wire, script);
      String how = converse(dialogue);
      List<String> transcript = dialogue.transcript();
      relay.journal().append(new Entry.Closed(id, relay.clock().instant(), how, transcript));
    } catch (IOException e) {
      LOG.warn("session {} is not completely in the journal", id, e);
    }
  }

  private String converse(Dialogue dialogue) {
    try {
      dialogue.run();
      return "quit";
    } catch (HangUpException e) {
      return e.by().name().toLowerCase(Locale.ROOT);
    } catch (IOException e) {
      LOG.debug("session {} was cut", id, e);
      return "client";
    }
  }
}
