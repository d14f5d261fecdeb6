package dev.sendonce.api;

import dev.sendonce.ledger.LedgerTwin;
import java.util.Set;

/**
 * A node without some of the ledger's guards, to show that the tests with killed and frozen nodes
 * would notice. It exists only here: the service knows no such switch.
 */
public final class UnguardedNode {
  private UnguardedNode() {}

  /**
   * Runs the node.
   *
   * @param args the guards to remove, with commas; then the command line of the ordinary node
   */
  public static void main(String[] args) throws Exception {
    Set<String> removed = Set.of(args[0].split(","));
    new SendonceApplication(
            (configuration, environment) ->
                Node.assemble(
                    configuration,
                    environment,
                    (store, active, clock, settings) ->
                        LedgerTwin.without(removed, store, active, clock, settings)))
        .run("server", args[args.length - 1]);
  }

  /**
   * JVM options that start this class in the place of the ordinary node.
   *
   * @param removed names of guards, with commas
   */
  public static String options(String removed) {
    return "-cp "
        + System.getProperty("java.class.path")
        + " "
        + UnguardedNode.class.getName()
        + " "
        + removed;
  }
}
