package dev.sendonce.api;

import com.fasterxml.jackson.databind.SerializationFeature;
import dev.sendonce.api.config.ConfigurationFile;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.api.server.HttpSetup;
import dev.sendonce.feed.EventLog;
import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import java.util.function.BiFunction;

/** A node: the REST API and the workers, in one process. */
public final class SendonceApplication extends Application<SendonceConfiguration> {
  private final BiFunction<SendonceConfiguration, Environment, Node> assembly;

  public SendonceApplication() {
    this(Node::assemble);
  }

  SendonceApplication(BiFunction<SendonceConfiguration, Environment, Node> assembly) {
    this.assembly = assembly;
  }

  @Override
  public String getName() {
    return "sendonce";
  }

  @Override
  public void initialize(Bootstrap<SendonceConfiguration> bootstrap) {
    bootstrap.setConfigurationSourceProvider(
        ConfigurationFile.substituting(bootstrap.getConfigurationSourceProvider()));
    ConfigurationFile.prepare(bootstrap.getObjectMapper());
  }

  /**
   * Builds a node from its configuration.
   *
   * @throws dev.sendonce.api.config.ConfigurationRefusedException when the settings are not safe
   */
  @Override
  public void run(SendonceConfiguration configuration, Environment environment) {
    ConfigurationFile.check(configuration);
    environment.getObjectMapper().disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    HttpSetup.apply(configuration.getServerFactory(), environment);
    Node node = assembly.apply(configuration, environment);
    RestApi.register(node.rest(), node.drain(), configuration, environment);
    Background.register(
        node, new EventLog(node.rest().storage().database()), configuration, environment);
    Watching.register(
        node.rest(),
        node.workerProblem(),
        node.drain(),
        node.prometheus(),
        configuration,
        environment);
  }
}
