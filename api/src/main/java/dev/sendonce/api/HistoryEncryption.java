package dev.sendonce.api;

import dev.sendonce.api.codec.CodecServlet;
import dev.sendonce.api.codec.EncryptingCodec;
import dev.sendonce.api.codec.PayloadEncryption;
import dev.sendonce.api.codec.PayloadKeys;
import dev.sendonce.api.config.TemporalSettings;
import io.dropwizard.core.setup.Environment;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;

/** What Temporal may read of what it keeps, as the configuration says. */
final class HistoryEncryption {
  private HistoryEncryption() {}

  /**
   * The converter for clients and workers alike; adds the endpoint for people when it is wanted.
   */
  static DataConverter setUp(TemporalSettings settings, Environment environment) {
    Optional<EncryptingCodec> codec =
        settings
            .keyFile()
            .map(file -> new EncryptingCodec(PayloadKeys.read(Path.of(file)), new SecureRandom()));
    if (codec.isEmpty()) {
      return DefaultDataConverter.newDefaultInstance();
    }
    if (settings.codecEndpoint()) {
      environment
          .admin()
          .addServlet("codec", new CodecServlet(codec.get(), origin(settings.uiUrl())))
          .addMapping(CodecServlet.MAPPING);
    }
    return PayloadEncryption.converter(codec.get());
  }

  /** As browsers write it: scheme, host and port. */
  private static String origin(String url) {
    URI uri = URI.create(url);
    return uri.getScheme() + "://" + uri.getRawAuthority();
  }
}
