package dev.sendonce.api.codec;

import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.payload.codec.PayloadCodec;
import java.util.List;

/** Joins the codec with Temporal's converter. */
public final class PayloadEncryption {
  private PayloadEncryption() {}

  /**
   * Encodes everything that the SDK gives to its converter: arguments, results, heartbeats, memos,
   * summaries, details, answers to queries, and the messages and traces of failures. Search
   * attributes are not among it, because the server must read them.
   */
  public static DataConverter converter(PayloadCodec codec) {
    return new CodecDataConverter(DefaultDataConverter.newDefaultInstance(), List.of(codec), true);
  }
}
