package dev.sendonce.api.config;

import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSettings.FilesSentCopy;
import dev.sendonce.evidence.EvidenceSettings.LogFormat;
import dev.sendonce.evidence.EvidenceSettings.ProfileOverrides;
import dev.sendonce.evidence.ImapLocation;
import dev.sendonce.evidence.RelayProfile.MessageIdFate;
import io.dropwizard.util.Duration;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Turns the YAML of a relay's evidence into the settings that the sources work with. */
public final class EvidenceMapping {
  private static final java.time.Duration BOUNCES_EVERY = java.time.Duration.ofMinutes(1);
  private static final String INBOX = "INBOX";
  private static final String AUTO = "auto";

  private final Secret secrets;

  public EvidenceMapping(Map<String, String> environment) {
    this.secrets = new Secret(environment);
  }

  /** The settings; {@link IllegalArgumentException} names the YAML path of what is wrong. */
  public EvidenceSettings settings(String relay, EvidenceConfiguration given) {
    String path = "relays." + relay + ".evidence";
    Optional<EvidenceConfiguration> yaml = Optional.of(given);
    return at(
        path,
        given,
        g ->
            new EvidenceSettings(
                yaml.map(EvidenceConfiguration::imap).map(i -> imap(path + ".imap", i)),
                g.archive(),
                yaml.map(EvidenceConfiguration::journal).map(j -> journal(path + ".journal", j)),
                yaml.map(EvidenceConfiguration::bounces).map(b -> bounces(path + ".bounces", b)),
                yaml.map(EvidenceConfiguration::relayLog).map(l -> log(path + ".relayLog", l)),
                yaml.map(EvidenceConfiguration::events).map(e -> events(path + ".events", e)),
                profile(path + ".profile", g.profile())));
  }

  private static EvidenceSettings.Imap imap(String path, EvidenceConfiguration.Imap imap) {
    return new EvidenceSettings.Imap(
        location(path, imap.url()),
        Optional.ofNullable(imap.sentFolder()).filter(name -> !name.equals(AUTO)),
        imap.filesSentCopy() == null
            ? FilesSentCopy.UNKNOWN
            : constant(FilesSentCopy.class, path + ".filesSentCopy", plain(imap.filesSentCopy())));
  }

  private static EvidenceSettings.Journal journal(
      String path, EvidenceConfiguration.Journal journal) {
    return new EvidenceSettings.Journal(
        journal.address(), location(path, journal.url()), folder(journal.folder()));
  }

  private static EvidenceSettings.Bounces bounces(
      String path, EvidenceConfiguration.Bounces bounces) {
    return new EvidenceSettings.Bounces(
        location(path, bounces.url()),
        folder(bounces.folder()),
        bounces.domain(),
        bounces.every() == null ? BOUNCES_EVERY : bounces.every().toJavaDuration());
  }

  private static EvidenceSettings.RelayLogFile log(
      String path, EvidenceConfiguration.RelayLog log) {
    return new EvidenceSettings.RelayLogFile(
        Path.of(log.path()),
        constant(LogFormat.class, path + ".format", log.format()),
        log.zone() == null ? ZoneId.systemDefault() : at(path + ".zone", log.zone(), ZoneId::of));
  }

  private EvidenceSettings.Events events(String path, EvidenceConfiguration.Events events) {
    return new EvidenceSettings.Events(
        constant(EvidenceSettings.Provider.class, path + ".provider", events.provider()),
        secrets.read(path, events.secretEnv(), events.secretFile()));
  }

  private static ProfileOverrides profile(String path, EvidenceConfiguration.Profile given) {
    if (given == null) {
      return ProfileOverrides.NONE;
    }
    return new ProfileOverrides(
        Optional.ofNullable(given.name()),
        Optional.ofNullable(given.messageId())
            .map(fate -> constant(MessageIdFate.class, path + ".messageId", fate)),
        given.originalIdHeaders(),
        Optional.ofNullable(given.replyId()).map(id -> at(path + ".replyId", id, Pattern::compile)),
        Optional.ofNullable(given.indexDelay()).map(Duration::toJavaDuration));
  }

  private static ImapLocation location(String path, String url) {
    return at(path + ".url", url, ImapLocation::parse);
  }

  private static String folder(String name) {
    return name == null ? INBOX : name;
  }

  /** In YAML 1.1 a bare yes or no is a boolean. */
  private static String plain(String answer) {
    return switch (answer) {
      case "true" -> "yes";
      case "false" -> "no";
      default -> answer;
    };
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String path, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(c -> c.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    path
                        + ": '"
                        + text
                        + "' is none of "
                        + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT)
                        + "."));
  }

  private static <A, B> B at(String path, A value, Function<A, B> conversion) {
    try {
      return conversion.apply(value);
    } catch (IllegalArgumentException | java.time.DateTimeException e) {
      boolean placed = e.getMessage() != null && e.getMessage().startsWith("relays.");
      throw new IllegalArgumentException(placed ? e.getMessage() : path + ": " + e.getMessage(), e);
    }
  }
}
