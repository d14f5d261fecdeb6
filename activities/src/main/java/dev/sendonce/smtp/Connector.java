package dev.sendonce.smtp;

import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** Opens connections to one relay, up to the point where it waits for MAIL. Thread-safe. */
final class Connector {
  /** Expected either way. */
  sealed interface Result {
    /** Ready for MAIL. */
    record Open(PhaseTransport relay) implements Result {}

    /** A problem of the relay, or we were stopped. */
    record Failed(Observation seen) implements Result {}
  }

  private final RelaySettings settings;
  private final TlsLayer tls;
  private final Executor lookups;

  /**
   * @param lookups runs name look-ups, which cannot be ended once begun
   */
  Connector(RelaySettings settings, Executor lookups) {
    this.settings = settings;
    this.tls = new TlsLayer(settings);
    this.lookups = lookups;
  }

  /** Ends within the deadlines of its phases; an open connection is guarded by the progress. */
  Result open(Progress progress) {
    progress.enter(SmtpPhase.CONNECT);
    List<InetAddress> addresses;
    try {
      addresses = lookUp(progress);
    } catch (CancellationException | CompletionException e) {
      return failed(progress, e, null);
    }
    RelaySocket socket = new RelaySocket(addresses, settings, tls, progress::enter);
    progress.guard(socket::abort);
    PhaseTransport relay = new PhaseTransport(session(socket), settings, socket, progress);
    try {
      relay.open(addresses.get(0));
      return new Result.Open(relay);
    } catch (MessagingException e) {
      relay.abort();
      return failed(progress, e, relay.lastReply().filter(r -> r.series() > 3).orElse(null));
    }
  }

  private List<InetAddress> lookUp(Progress progress) {
    CompletableFuture<List<InetAddress>> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return List.of(InetAddress.getAllByName(settings.host()));
              } catch (UnknownHostException e) {
                throw new CompletionException(e);
              }
            },
            lookups);
    progress.guard(() -> answer.cancel(true));
    return answer.join();
  }

  private Result failed(Progress progress, Exception e, Reply reply) {
    String said =
        reply == null
            ? Reply.of(0, Transaction.reason(e)).redacted().text()
            : "the relay answered " + reply.redacted();
    String why = progress.stopped().orElse(said);
    return new Result.Failed(new Observation(progress.phase(), reply, 0, why));
  }

  private Session session(RelaySocket socket) {
    Properties library = new Properties();
    library.put("mail.smtp.socketFactory", new LibrarySockets(socket));
    library.put("mail.smtp.ssl.socketFactory", new LibrarySockets.Securing());
    library.setProperty("mail.smtp.socketFactory.fallback", "false");
    library.setProperty(
        "mail.smtp.connectiontimeout", Long.toString(settings.timeouts().connect().toMillis()));
    library.setProperty("mail.smtp.quitwait", "false");
    boolean startTls = settings.security() == RelaySettings.Security.STARTTLS;
    library.setProperty("mail.smtp.starttls.enable", Boolean.toString(startTls));
    library.setProperty("mail.smtp.starttls.required", Boolean.toString(startTls));
    settings
        .credentials()
        .ifPresent(
            credentials -> {
              library.setProperty("mail.smtp.auth", "true");
              library.setProperty("mail.smtp.auth.mechanisms", credentials.mechanism().name());
            });
    return Session.getInstance(library);
  }
}
