package dev.sendonce.api.command;

import dev.sendonce.api.auth.ApiKey;
import dev.sendonce.api.auth.ApiKeySecret;
import dev.sendonce.api.auth.ApiKeys;
import dev.sendonce.api.auth.Grant;
import dev.sendonce.api.auth.GrantRules;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.intake.FieldError;
import dev.sendonce.ledger.MongoConnection;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates, lists and revokes API keys directly in the database; no node need be running. */
@Command(name = "api-key", description = "Create, list and revoke API keys.")
final class ApiKeyCommand {
  private static final int PAGE = 500;

  @Spec private CommandSpec spec;

  @Command(name = "create", description = "Make a key and print it; it is never shown again.")
  int create(
      @Mixin ConfigPath config,
      @Option(names = "--client", required = true, description = "On whose behalf it acts.")
          String client,
      @Option(names = "--key-prefix", description = "Every Idempotency-Key must start so.")
          String prefix,
      @Option(names = "--sender", description = "Address or @domain it may send from; repeatable.")
          List<String> senders,
      @Option(names = "--relay", description = "Relay it may use; repeatable.") List<String> relays,
      @Option(names = "--admin", description = "May see all sends and administer keys.")
          boolean admin) {
    SendonceConfiguration configuration = config.read();
    GrantRules rules = new GrantRules(configuration.relays().keySet());
    Grant grant =
        new Grant(client, Optional.ofNullable(prefix), orEmpty(senders), orEmpty(relays), admin);
    List<FieldError> defects = rules.defects(grant);
    if (!defects.isEmpty()) {
      defects.forEach(d -> spec.commandLine().getErr().println(d.field() + " " + d.message()));
      return 1;
    }
    ApiKeySecret secret = ApiKeySecret.random(new SecureRandom());
    return with(
        configuration,
        keys -> {
          ApiKey stored = keys.store(secret, rules.spelled(grant));
          out().println("id:  " + stored.id());
          out().println("key: " + secret.reveal());
          return 0;
        });
  }

  @Command(name = "list", description = "List all keys, revoked ones included.")
  int list(@Mixin ConfigPath config) {
    return with(
        config.read(),
        keys -> {
          String after = "";
          List<ApiKey> page = keys.list(after, PAGE);
          while (!page.isEmpty()) {
            page.forEach(key -> out().println(line(key)));
            after = page.get(page.size() - 1).id();
            page = keys.list(after, PAGE);
          }
          return 0;
        });
  }

  @Command(name = "revoke", description = "Revoke a key; nodes notice within seconds.")
  int revoke(@Mixin ConfigPath config, @Parameters(paramLabel = "ID") String id) {
    return with(
        config.read(),
        keys -> {
          boolean known = keys.revoke(id).isPresent();
          out().println(known ? "revoked: " + id : "There is no API key with the id " + id + ".");
          return known ? 0 : 1;
        });
  }

  private static int with(SendonceConfiguration configuration, ToIntFunction<ApiKeys> work) {
    try (MongoConnection mongo =
        MongoConnection.open(configuration.mongo().uri(), configuration.mongo().database())) {
      return work.applyAsInt(new ApiKeys(mongo.database(), Clock.systemUTC()));
    }
  }

  private static String line(ApiKey key) {
    return String.join(
        "  ",
        key.id(),
        key.client(),
        key.keyPrefix() == null ? "*" : key.keyPrefix() + "*",
        key.admin() ? "admin" : "client",
        key.revokedAt() == null ? "good" : "revoked " + key.revokedAt());
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
