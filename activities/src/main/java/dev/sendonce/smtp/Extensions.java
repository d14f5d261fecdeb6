package dev.sendonce.smtp;

import java.util.Optional;

/** What the relay offered in its answer to EHLO. */
@FunctionalInterface
interface Extensions {
  /** The parameters of an extension, possibly empty text; nothing when it is not offered. */
  Optional<String> parameters(String keyword);

  default boolean offers(String keyword) {
    return parameters(keyword).isPresent();
  }
}
