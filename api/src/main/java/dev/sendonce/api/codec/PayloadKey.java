package dev.sendonce.api.codec;

import javax.crypto.SecretKey;

/**
 * A key of AES-256 and the name under which payloads refer to it.
 *
 * @param id stands in plain text beside what was encrypted
 */
record PayloadKey(String id, SecretKey secret) {
  @Override
  public String toString() {
    return "PayloadKey[" + id + "]";
  }
}
