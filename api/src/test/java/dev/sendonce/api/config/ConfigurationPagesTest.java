package dev.sendonce.api.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.dropwizard.configuration.FileConfigurationSourceProvider;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page and the file that people configure a node by know every setting. */
class ConfigurationPagesTest {
  private static final Path DEPLOY = Path.of("..", "deploy");
  private static final String FILE = DEPLOY.resolve("config/sendonce.yml").toString();
  private static final String RELAYS = "relays.<name>.";
  private static final Pattern CODE = Pattern.compile("`\\.?([^`]+)`");

  @Test
  void thePageNamesEverySetting() throws IOException {
    List<String> named = named();

    assertThat(settings()).hasSizeGreaterThan(60).allMatch(path -> isNamed(path, named));
    assertThat(isNamed("feed.nothing", named)).isFalse();
    assertThat(isNamed(RELAYS + "nothing", named)).isFalse();
  }

  @Test
  void theFileHoldsEverySettingOutsideTheRelays() throws IOException {
    JsonNode file =
        new YAMLMapper()
            .readTree(
                ConfigurationFile.substituting(new FileConfigurationSourceProvider()).open(FILE));

    assertThat(settings())
        .filteredOn(path -> !path.startsWith(RELAYS))
        .allMatch(path -> !file.at("/" + path.replace('.', '/')).isMissingNode());
  }

  @Test
  void theFileSaysTheDefaults() {
    SendonceConfiguration file = ConfigurationFile.read(FILE);
    SendonceConfiguration none = new SendonceConfiguration();

    assertThat(file.limits()).isEqualTo(none.limits());
    assertThat(file.alarm()).isEqualTo(none.alarm());
    assertThat(file.outbox()).isEqualTo(none.outbox());
    assertThat(file.feed()).isEqualTo(none.feed());
    assertThat(file.sequences()).isEqualTo(none.sequences());
    assertThat(file.samePerson()).isEqualTo(none.samePerson());
    assertThat(file.delivery()).isEqualTo(none.delivery());
    assertThat(file.verification()).isEqualTo(none.verification());
    assertThat(file.contentRetention()).isEqualTo(none.contentRetention());
    assertThat(file.resendGuard()).isEqualTo(none.resendGuard());
    assertThat(file.duplicateWindow()).isEqualTo(none.duplicateWindow());
    assertThat(file.shutdownGrace()).isEqualTo(none.shutdownGrace());
    assertThat(file.relays().get("default").timeouts())
        .isEqualTo(RelayConfiguration.TimeoutsConfiguration.DEFAULT);
    assertThat(file.relays().get("default").retry())
        .isEqualTo(RelayConfiguration.RetryConfiguration.DEFAULT);
  }

  /** What stands as code in the first column of a table. */
  private static List<String> named() throws IOException {
    List<String> named = new ArrayList<>();
    for (String line : Files.readAllLines(DEPLOY.resolve("docs/configuration.md"))) {
      if (line.startsWith("| `")) {
        Matcher code = CODE.matcher(line.substring(0, line.indexOf('|', 1)));
        code.results().forEach(found -> named.add(found.group(1)));
      }
    }
    return named;
  }

  /** In the tables of a relay the path may be short; the others give it whole. */
  private static boolean isNamed(String path, List<String> named) {
    return named.stream()
        .anyMatch(
            name -> path.equals(name) || (path.startsWith(RELAYS) && path.endsWith("." + name)));
  }

  private static List<String> settings() {
    List<String> paths = new ArrayList<>();
    for (Field field : SendonceConfiguration.class.getDeclaredFields()) {
      if (field.isAnnotationPresent(JsonProperty.class)) {
        boolean relays = Map.class.isAssignableFrom(field.getType());
        collect(
            relays ? RELAYS : field.getName() + ".",
            relays ? RelayConfiguration.class : field.getType(),
            paths);
      }
    }
    return paths;
  }

  private static void collect(String prefix, Class<?> type, List<String> paths) {
    if (!type.isRecord()) {
      paths.add(prefix.substring(0, prefix.length() - 1));
      return;
    }
    Stream.of(type.getRecordComponents())
        .forEach((RecordComponent c) -> collect(prefix + c.getName() + ".", c.getType(), paths));
  }
}
