package dev.sendonce.api.command;

import dev.sendonce.api.Adoption;
import dev.sendonce.api.config.SendonceConfiguration;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a database this deployment's own. Stop all nodes first. */
@Command(
    name = "adopt",
    description = {
      "Make the database this deployment's own; run it while no node runs.",
      "--restored: the database is a copy or came from a backup. Every unfinished send is set to"
          + " unconfirmed, because a letter may have gone out after the backup; a person decides."
          + " Keys accepted after the backup are lost.",
      "--new-engine: only Temporal was lost or replaced. Nothing changes in the sends; their"
          + " workflows are made anew."
    })
final class AdoptCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigPath config;

  @ArgGroup(multiplicity = "1")
  private Why why;

  private static final class Why {
    @Option(names = "--restored", description = "The database is a copy or came from a backup.")
    private boolean restored;

    @Option(names = "--new-engine", description = "Only Temporal was lost or replaced.")
    private boolean newEngine;
  }

  @Override
  public Integer call() {
    SendonceConfiguration configuration = config.read();
    Adoption.Held held = Adoption.run(configuration, why.restored);
    spec.commandLine()
        .getOut()
        .println(
            why.newEngine
                ? "adopted; nodes will make the workflows of unfinished sends anew"
                : "adopted; %d unfinished sends wait for a person's decision, %d outbox documents were"
                    .concat(" refused (outbox_finished), and all schedules are paused")
                    .formatted(held.sends(), held.documents()));
    return 0;
  }
}
