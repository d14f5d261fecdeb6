package dev.sendonce.api.command;

import dev.sendonce.activity.RelaySelfTest;
import dev.sendonce.api.config.RelayMapping;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.api.evidence.RelayEvidence;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.sources.EvidenceSources;
import dev.sendonce.message.AddressParser;
import dev.sendonce.message.ParsedAddress;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Outcome;
import dev.sendonce.smtp.SmtpRelay;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Finds out what a relay does to a letter. */
@Command(name = "relay", description = "Check a relay and its evidence sources.")
final class RelayCommand {
  @Spec private CommandSpec spec;

  @Command(
      name = "check",
      description =
          "Send one letter to an address of your own and report what the relay did to it.")
  int check(
      @Mixin ConfigPath config,
      @Parameters(paramLabel = "RELAY", defaultValue = "default") String name,
      @Option(names = "--to", required = true, description = "An address of your own.") String to,
      @Option(names = "--from", description = "Envelope sender; the same address by default.")
          String from,
      @Option(
              names = "--wait",
              defaultValue = "PT3M",
              description = "How long to look for what is not found at once (PT3M).")
          Duration patience)
      throws IOException {
    SendonceConfiguration configuration = config.read();
    if (!configuration.relays().containsKey(name)) {
      throw new ParameterException(
          spec.commandLine(), "There is no relay '" + name + "' in the configuration.");
    }
    Clock clock = Clock.systemUTC();
    Map<String, String> variables = System.getenv();
    EmailAddress recipient = address("--to", to);
    try (EvidenceSources sources =
            RelayEvidence.of(Map.of(name, configuration.relays().get(name)), variables, clock)
                .get(name);
        SmtpRelay relay =
            new SmtpRelay(
                new RelayMapping(variables).settings(name, configuration.relays().get(name)),
                clock)) {
      RelaySelfTest.Findings findings =
          new RelaySelfTest(
                  relay,
                  sources,
                  Path.of(System.getProperty("java.io.tmpdir")),
                  clock,
                  RelayCommand::sleep)
              .run(from == null ? recipient : address("--from", from), recipient, patience);
      print(findings);
      return findings.isGood() ? 0 : 1;
    }
  }

  private EmailAddress address(String option, String text) {
    ParsedAddress parsed = AddressParser.parse(text);
    if (parsed instanceof ParsedAddress.Valid valid) {
      return valid.mailbox().address();
    }
    throw new ParameterException(
        spec.commandLine(),
        option + ": the address " + ((ParsedAddress.Refused) parsed).reason() + ".");
  }

  private void print(RelaySelfTest.Findings findings) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("profile:   " + findings.profile());
    out.println("outcome:   " + outcome(findings.outcome()));
    findings.reply().ifPresent(reply -> out.println("reply:     " + reply));
    out.println("relay id:  " + findings.providerId().orElse("none found in the reply"));
    if (findings.reports().isEmpty()) {
      out.println("evidence:  none to be had; without it an uncertain send waits for a person");
    }
    for (ProbeReport report : findings.reports()) {
      String when =
          Optional.ofNullable(findings.after().get(report.source()))
              .map(after -> "found after " + after.toSeconds() + " s")
              .orElse("not found");
      out.println("evidence:  " + report.source() + " " + when + ": " + report.detail());
    }
  }

  private static String outcome(Outcome outcome) {
    if (outcome instanceof Outcome.NotAccepted notAccepted) {
      return "not accepted: " + notAccepted.cause();
    }
    if (outcome instanceof Outcome.Uncertain uncertain) {
      return "uncertain: " + uncertain.cause();
    }
    return outcome.wire();
  }

  private static void sleep(Duration duration) {
    try {
      TimeUnit.MILLISECONDS.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
