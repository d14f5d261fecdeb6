package dev.sendonce.api.config;

import io.dropwizard.util.Duration;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.util.List;

/** Where to look for evidence about the sends of one relay; every part may be missing. */
public record EvidenceConfiguration(
    @Valid Imap imap,
    boolean archive,
    @Valid Journal journal,
    @Valid Bounces bounces,
    @Valid RelayLog relayLog,
    @Valid Events events,
    @Valid Profile profile) {

  static final EvidenceConfiguration NONE =
      new EvidenceConfiguration(null, false, null, null, null, null, null);

  /** The sender's mailbox; {@code sentFolder} is a name or {@code auto}. */
  public record Imap(@NotBlank String url, String sentFolder, String filesSentCopy) {}

  /** An extra envelope recipient of our own, and the mailbox its copies land in. */
  public record Journal(@NotBlank String address, @NotBlank String url, String folder) {}

  /** The mailbox that all addresses of a bounce domain are delivered to. */
  public record Bounces(
      @NotBlank String url, String folder, @NotBlank String domain, Duration every) {}

  /** The log of a relay of our own, readable on this node. */
  public record RelayLog(@NotBlank String path, @NotBlank String format, String zone) {}

  /** Event notifications that a provider posts; the secret comes from the environment or a file. */
  public record Events(@NotBlank String provider, String secretEnv, String secretFile) {}

  /** What the operator knows better than the built-in profile. */
  public record Profile(
      String name,
      String messageId,
      List<String> originalIdHeaders,
      String replyId,
      Duration indexDelay) {
    public Profile {
      originalIdHeaders = originalIdHeaders == null ? List.of() : List.copyOf(originalIdHeaders);
    }
  }
}
