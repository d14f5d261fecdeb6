package dev.sendonce.api.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadKeysTest {
  private static final String SECRET = KeyFiles.line("2031", 7).substring(5);

  @TempDir private Path directory;

  @Test
  void takesTheFirstToEncryptAndAllToDecrypt() {
    PayloadKeys keys =
        PayloadKeys.read(
            file(
                "# rotated in May", "", KeyFiles.line("2031", 7), "  " + KeyFiles.line("2030", 8)));

    assertThat(keys.newest().id()).isEqualTo("2031");
    assertThat(keys.find("2030")).isPresent();
    assertThat(keys.find("2029")).isEmpty();
  }

  @Test
  void neverShowsASecret() {
    PayloadKeys keys = PayloadKeys.read(file(KeyFiles.line("2031", 7)));

    assertThat(keys.toString()).contains("2031").doesNotContain(SECRET);
    assertThat(keys.newest().toString()).doesNotContain(SECRET).doesNotContain("SecretKey");
  }

  @ParameterizedTest
  @CsvSource({
    "'2031 BwcHBwcHBwcHBwcHBwcHBw==', has 16 bytes and must have 32",
    "'2031 not*base64', not Base64",
    "'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=', must be a name",
    "'a/b BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=', must be a name",
    "'# nothing', holds no key"
  })
  void saysWhatIsWrongWithALineAndWhatToDo(String line, String complaint) {
    Path file = file(line);

    assertThatThrownBy(() -> PayloadKeys.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(complaint)
        .hasMessageNotContaining("BwcH");
  }

  @Test
  void refusesANameThatStandsTwice() {
    Path file = file(KeyFiles.line("2031", 7), KeyFiles.line("2031", 8));

    assertThatThrownBy(() -> PayloadKeys.read(file)).hasMessageContaining("line 2: the name 2031");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-----w-"})
  void refusesAFileThatEveryUserMayReadOrWrite(String mode) throws IOException {
    Path file = file(KeyFiles.line("2031", 7));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

    assertThatThrownBy(() -> PayloadKeys.read(file)).hasMessageContaining("chmod o-rw");
  }

  @Test
  void acceptsAFileForAGroupAsKubernetesMountsSecrets() throws IOException {
    Path file = file(KeyFiles.line("2031", 7));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));

    assertThat(PayloadKeys.read(file).newest().id()).isEqualTo("2031");
  }

  @Test
  void saysWhenThereIsNoFile() {
    assertThatThrownBy(() -> PayloadKeys.read(directory.resolve("absent")))
        .hasMessageContaining("absent cannot be read");
  }

  @Test
  void saysWhenItIsNoText() throws IOException {
    Path file = file();
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThatThrownBy(() -> PayloadKeys.read(file)).hasMessageContaining("cannot be read as text");
  }

  private Path file(String... lines) {
    return KeyFiles.write(directory.resolve("keys"), lines);
  }
}
