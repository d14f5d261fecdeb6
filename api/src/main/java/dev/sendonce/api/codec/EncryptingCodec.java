package dev.sendonce.api.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * AES-256-GCM around whole payloads: nobody without the key reads or changes one unnoticed. The
 * name of the key is authenticated with it. Payloads that are not encrypted pass as they are, so
 * that histories from before still work and people can give plain input. Thread-safe.
 *
 * <p>Nonces are random, 96 bits: a key is good for 2^32 payloads (NIST SP 800-38D, 8.3).
 */
public final class EncryptingCodec implements PayloadCodec {
  private static final String ENCODING = "encoding";
  private static final String KEY_ID = "encryption-key-id";
  private static final ByteString ENCRYPTED = ByteString.copyFromUtf8("binary/encrypted");
  private static final String TRANSFORMATION = "AES/GCM/NoPadding";
  private static final ByteString CIPHER = ByteString.copyFromUtf8(TRANSFORMATION);
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final PayloadKeys keys;
  private final SecureRandom random;

  /**
   * @param random must be a good one: a nonce that comes twice under one key gives both away
   */
  public EncryptingCodec(PayloadKeys keys, SecureRandom random) {
    this.keys = keys;
    this.random = random;
  }

  @Override
  public List<Payload> encode(List<Payload> payloads) {
    return payloads.stream().map(this::encrypt).toList();
  }

  @Override
  public List<Payload> decode(List<Payload> payloads) {
    return payloads.stream().map(this::decrypt).toList();
  }

  private static boolean isEncrypted(Payload payload) {
    return ENCRYPTED.equals(payload.getMetadataMap().get(ENCODING));
  }

  private Payload encrypt(Payload payload) {
    if (isEncrypted(payload)) {
      return payload;
    }
    PayloadKey key = keys.newest();
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] sealed;
    try {
      sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(payload.toByteArray());
    } catch (GeneralSecurityException e) {
      throw new PayloadCodecException("A payload could not be encrypted.", e);
    }
    return Payload.newBuilder()
        .putMetadata(ENCODING, ENCRYPTED)
        .putMetadata("encryption-cipher", CIPHER)
        .putMetadata(KEY_ID, ByteString.copyFromUtf8(key.id()))
        .setData(ByteString.copyFrom(nonce).concat(ByteString.copyFrom(sealed)))
        .build();
  }

  private Payload decrypt(Payload payload) {
    if (!isEncrypted(payload)) {
      return payload;
    }
    String id =
        Optional.ofNullable(payload.getMetadataMap().get(KEY_ID))
            .map(ByteString::toStringUtf8)
            .orElse("");
    PayloadKey key = keys.find(id).orElseThrow(() -> unknown(id));
    byte[] data = payload.getData().toByteArray();
    if (data.length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
      throw new PayloadCodecException("An encrypted payload is too short to be one.");
    }
    byte[] nonce = payload.getData().substring(0, NONCE_BYTES).toByteArray();
    try {
      byte[] plain =
          cipher(Cipher.DECRYPT_MODE, key, nonce)
              .doFinal(data, NONCE_BYTES, data.length - NONCE_BYTES);
      return Payload.parseFrom(plain);
    } catch (GeneralSecurityException | InvalidProtocolBufferException e) {
      throw new PayloadCodecException(
          "An encrypted payload was changed, or the key "
              + key.id()
              + " is not the one that it was encrypted with.",
          e);
    }
  }

  private static PayloadCodecException unknown(String id) {
    return new PayloadCodecException(
        "A payload was encrypted with the key '"
            + id
            + "', which is not in temporal.payloadKeyFile; add it there again, on every node.");
  }

  private static Cipher cipher(int mode, PayloadKey key, byte[] nonce)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(TRANSFORMATION);
    cipher.init(mode, key.secret(), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(key.id().getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
