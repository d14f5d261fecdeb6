package dev.sendonce.lab.relay;

import ch.qos.logback.classic.Level;
import dev.sendonce.lab.relay.script.Catalogue;
import dev.sendonce.lab.relay.script.ScriptText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the mailbox relay. */
@Command(
    name = "mailbox",
    mixinStandardHelpOptions = true,
    description = {
      "A relay with mailboxes that fails on demand: SMTP in, IMAP out, mail in files.",
      "Mail to NAME@fault.test is treated as script NAME says; --list-scripts lists them."
    })
public final class MailboxMain implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--dir", description = "Where mail and journal are kept.")
  private Path directory = Path.of("mailbox");

  @Option(names = "--smtp-port", description = "0 for a free one. Default: ${DEFAULT-VALUE}")
  private int smtpPort = 2525;

  @Option(names = "--imap-port", description = "0 for a free one. Default: ${DEFAULT-VALUE}")
  private int imapPort = 1143;

  @Option(names = "--admin-port", description = "0 for a free one. Default: ${DEFAULT-VALUE}")
  private int adminPort = 2580;

  @Option(names = "--password", description = "What each IMAP login needs. Default: any will do.")
  private String password;

  @Option(
      names = "--tls",
      description = "none, starttls or tls, with a certificate made for this run: DIR/relay.pem.")
  private String tls = "none";

  @Option(
      names = "--no-sent-copies",
      description = "File no copy of accepted mail in the sender's Sent folder.")
  private boolean noSentCopies;

  @Option(names = "--list-scripts", description = "Print the scripts and what they do, and end.")
  private boolean listScripts;

  private MailboxMain() {}

  /** Runs until it is told to end. */
  public static void main(String... args) {
    System.exit(new CommandLine(new MailboxMain()).execute(args));
  }

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (listScripts) {
      Catalogue.scripts()
          .forEach(
              s ->
                  out.printf("%-22s %s%n%22s %s%n", s.name(), s.about(), "", ScriptText.format(s)));
      out.flush();
      return 0;
    }
    quiet();
    CountDownLatch end = new CountDownLatch(1);
    try (Mailbox mailbox = Mailbox.start(options(), Clock.systemUTC())) {
      Runtime.getRuntime().addShutdownHook(new Thread(mailbox::close, "mailbox-end"));
      out.printf(
          "mailbox ready: smtp 127.0.0.1:%d, imap 127.0.0.1:%d, admin http://127.0.0.1:%d%n",
          mailbox.relay().port(), mailbox.imapPort(), mailbox.adminPort());
      out.flush();
      end.await();
      return 0;
    } catch (IOException e) {
      spec.commandLine().getErr().println("mailbox: " + e.getMessage());
      return 1;
    }
  }

  private Mailbox.Options options() throws IOException {
    RelayOptions relay =
        RelayOptions.journalIn(Mailbox.journal(directory)).withAddress("127.0.0.1", smtpPort);
    RelayOptions.Security security = security();
    if (security != RelayOptions.Security.NONE) {
      SelfSignedCertificate certificate = SelfSignedCertificate.create();
      java.nio.file.Files.createDirectories(directory);
      certificate.writePem(directory.resolve("relay.pem"));
      relay = relay.withTls(security, certificate);
    }
    return new Mailbox.Options(
        directory, relay, imapPort, adminPort, Optional.ofNullable(password), !noSentCopies);
  }

  private RelayOptions.Security security() {
    return switch (tls) {
      case "none" -> RelayOptions.Security.NONE;
      case "starttls" -> RelayOptions.Security.STARTTLS;
      case "tls" -> RelayOptions.Security.TLS;
      default ->
          throw new CommandLine.ParameterException(
              spec.commandLine(), "--tls is none, starttls or tls, not " + tls);
    };
  }

  /** The embedded servers talk a lot, and about addresses; only warnings are of interest. */
  private static void quiet() {
    if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)
        instanceof ch.qos.logback.classic.Logger root) {
      root.setLevel(Level.WARN);
    }
  }
}
