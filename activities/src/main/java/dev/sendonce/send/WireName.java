package dev.sendonce.send;

import java.util.Locale;

/** Spelling of enum constants outside Java: lower case, as in JSON, the ledger and metrics. */
final class WireName {
  private WireName() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> E parse(Class<E> type, String wire) {
    for (E constant : type.getEnumConstants()) {
      if (of(constant).equals(wire)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("'" + wire + "' is not a " + type.getSimpleName() + ".");
  }
}
