package dev.sendonce.api.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncryptingCodecTest {
  private static final DataConverter PLAIN = DefaultDataConverter.newDefaultInstance();
  private static final String TEXT = "waits for the relay";

  @TempDir private Path directory;

  @Test
  void givesBackWhatItHidTogetherWithItsMetadata() {
    EncryptingCodec codec = codec(KeyFiles.line("2031", 7));
    Payload plain = plain();

    Payload hidden = encode(codec, plain);

    assertThat(hidden.toString()).doesNotContain("relay").doesNotContain("json");
    assertThat(hidden.getMetadataOrThrow("encryption-key-id").toStringUtf8()).isEqualTo("2031");
    assertThat(decode(codec, hidden)).isEqualTo(plain);
  }

  @Test
  void hidesTheSameTextDifferentlyEachTime() {
    EncryptingCodec codec = codec(KeyFiles.line("2031", 7));

    assertThat(encode(codec, plain()).getData()).isNotEqualTo(encode(codec, plain()).getData());
  }

  @Test
  void noticesEveryChangedByte() {
    EncryptingCodec codec = codec(KeyFiles.line("2031", 7));
    Payload hidden = encode(codec, plain());

    for (int i = 0; i < hidden.getData().size(); i++) {
      Payload changed = hidden.toBuilder().setData(flip(hidden.getData(), i)).build();
      assertThatThrownBy(() -> decode(codec, changed))
          .isInstanceOf(PayloadCodecException.class)
          .hasMessageContaining("was changed");
    }
  }

  @Test
  void noticesWhatWasCutOff() {
    EncryptingCodec codec = codec(KeyFiles.line("2031", 7));
    ByteString data = encode(codec, plain()).getData();

    for (int length : new int[] {0, 12, 27, data.size() - 1}) {
      Payload shortened =
          encode(codec, plain()).toBuilder().setData(data.substring(0, length)).build();
      assertThatThrownBy(() -> decode(codec, shortened)).isInstanceOf(PayloadCodecException.class);
    }
  }

  @Test
  void readsWhatAnEarlierKeyHidAndHidesWithTheNewOne() {
    Payload old = encode(codec(KeyFiles.line("2030", 8)), plain());
    EncryptingCodec rotated = codec(KeyFiles.line("2031", 7), KeyFiles.line("2030", 8));

    assertThat(decode(rotated, old)).isEqualTo(plain());
    assertThat(encode(rotated, plain()).getMetadataOrThrow("encryption-key-id").toStringUtf8())
        .isEqualTo("2031");
  }

  @Test
  void namesTheKeyThatIsMissing() {
    Payload old = encode(codec(KeyFiles.line("2030", 8)), plain());

    assertThatThrownBy(() -> decode(codec(KeyFiles.line("2031", 7)), old))
        .isInstanceOf(PayloadCodecException.class)
        .hasMessageContaining("'2030'")
        .hasMessageContaining("temporal.payloadKeyFile");
  }

  @Test
  void doesNotTakeOneKeyForAnotherOfTheSameName() {
    Payload old = encode(codec(KeyFiles.line("2031", 8)), plain());

    assertThatThrownBy(() -> decode(codec(KeyFiles.line("2031", 7)), old))
        .hasMessageContaining("not the one");
  }

  /** The name is authenticated: a payload cannot be passed off as one of another key. */
  @Test
  void noticesAnExchangedNameOfTheKey() {
    EncryptingCodec codec = codec(KeyFiles.line("2031", 7), KeyFiles.line("copy", 7));
    Payload renamed =
        encode(codec, plain()).toBuilder()
            .putMetadata("encryption-key-id", ByteString.copyFromUtf8("copy"))
            .build();

    assertThatThrownBy(() -> decode(codec, renamed)).isInstanceOf(PayloadCodecException.class);
  }

  @Test
  void leavesPlainPayloadsFromBeforeAsTheyAre() {
    assertThat(decode(codec(KeyFiles.line("2031", 7)), plain())).isEqualTo(plain());
  }

  @Test
  void hidesNothingTwice() {
    EncryptingCodec codec = codec(KeyFiles.line("2031", 7));
    Payload hidden = encode(codec, plain());

    assertThat(encode(codec, hidden)).isEqualTo(hidden);
  }

  private EncryptingCodec codec(String... lines) {
    return new EncryptingCodec(
        PayloadKeys.read(KeyFiles.write(directory.resolve("keys"), lines)), new SecureRandom());
  }

  private static Payload plain() {
    return PLAIN.toPayload(TEXT).orElseThrow();
  }

  private static Payload encode(EncryptingCodec codec, Payload payload) {
    return codec.encode(List.of(payload)).get(0);
  }

  private static Payload decode(EncryptingCodec codec, Payload payload) {
    return codec.decode(List.of(payload)).get(0);
  }

  private static ByteString flip(ByteString bytes, int index) {
    byte[] changed = bytes.toByteArray();
    changed[index] ^= 1;
    return ByteString.copyFrom(changed);
  }
}
