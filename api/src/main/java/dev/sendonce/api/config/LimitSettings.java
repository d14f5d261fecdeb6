package dev.sendonce.api.config;

import io.dropwizard.util.DataSize;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Min;

/**
 * What one request and one API key may cost.
 *
 * @param recipients per send
 * @param content decoded content of one send
 * @param request body of one HTTP request
 * @param requestsPerSecond per API key and node; 0 for no limit
 * @param burst requests that one API key may send at once
 */
public record LimitSettings(
    @Min(1) Integer recipients,
    DataSize content,
    DataSize request,
    @DecimalMin("0") Double requestsPerSecond,
    @Min(1) Integer burst) {

  static final LimitSettings DEFAULT = new LimitSettings(null, null, null, null, null);

  public LimitSettings {
    recipients = recipients == null ? 50 : recipients;
    content = content == null ? DataSize.mebibytes(25) : content;
    request = request == null ? DataSize.mebibytes(40) : request;
    requestsPerSecond = requestsPerSecond == null ? 0.0 : requestsPerSecond;
    burst = burst == null ? 100 : burst;
  }
}
