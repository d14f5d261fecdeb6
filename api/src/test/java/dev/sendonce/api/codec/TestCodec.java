package dev.sendonce.api.codec;

import io.temporal.common.converter.DataConverter;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;

/** A converter with a key of its own, for tests that have no file. */
public final class TestCodec {
  private TestCodec() {}

  /** Encrypts everything. */
  public static DataConverter converter() {
    PayloadKey key = new PayloadKey("test", new SecretKeySpec(new byte[32], "AES"));
    return PayloadEncryption.converter(
        new EncryptingCodec(new PayloadKeys(List.of(key)), new SecureRandom()));
  }
}
