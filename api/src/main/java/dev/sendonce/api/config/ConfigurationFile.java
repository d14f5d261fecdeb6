package dev.sendonce.api.config;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.ConfigurationSourceProvider;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.FileConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.configuration.YamlConfigurationFactory;
import io.dropwizard.jackson.Jackson;
import io.dropwizard.jersey.validation.Validators;
import jakarta.validation.Validator;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/** Reads the YAML in the same way for the server and for the other commands. */
public final class ConfigurationFile {
  private static final Validator VALIDATOR = Validators.newValidator();

  private ConfigurationFile() {}

  /** {@code ${NAME:-default}} is taken from the environment. */
  public static ConfigurationSourceProvider substituting(ConfigurationSourceProvider source) {
    return new SubstitutingSourceProvider(source, new EnvironmentVariableSubstitutor(false));
  }

  /** Accepts enum constants in any case and refuses settings that do not exist. */
  public static ObjectMapper prepare(ObjectMapper mapper) {
    mapper.setConfig(
        mapper.getDeserializationConfig().with(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS));
    return mapper.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }

  /**
   * Reads and checks a file.
   *
   * @throws ConfigurationRefusedException with one sentence for everything that is wrong
   */
  public static SendonceConfiguration read(String path) {
    SendonceConfiguration configuration;
    try {
      configuration =
          new YamlConfigurationFactory<>(
                  SendonceConfiguration.class, VALIDATOR, prepare(Jackson.newObjectMapper()), "dw")
              .build(substituting(new FileConfigurationSourceProvider()), path);
    } catch (ConfigurationException e) {
      throw new ConfigurationRefusedException(List.of(e.getMessage().strip()));
    } catch (NoSuchFileException e) {
      throw new ConfigurationRefusedException(List.of("There is no file " + path + "."));
    } catch (IOException e) {
      throw new ConfigurationRefusedException(
          List.of("The file " + path + " cannot be read: " + e.getMessage()));
    }
    check(configuration);
    return configuration;
  }

  /**
   * Refuses what cannot work, and outside {@code lab} what is not safe.
   *
   * @throws ConfigurationRefusedException with one sentence for everything that is wrong
   */
  public static void check(SendonceConfiguration configuration) {
    List<String> found = new ArrayList<>(ConfigurationCheck.mistakes(configuration));
    if (!configuration.lab()) {
      found.addAll(ConfigurationCheck.unsafe(configuration));
    }
    if (!found.isEmpty()) {
      throw new ConfigurationRefusedException(found);
    }
  }
}
