package dev.sendonce.evidence.events;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Fetches SNS signing certificates over HTTPS, only from Amazon's own SNS hosts, and keeps them: a
 * forged notification must not be able to name its own certificate.
 */
final class AmazonSigningKeys implements SigningKeys {
  private static final Pattern TRUSTED =
      Pattern.compile("https://sns\\.[a-z0-9-]{3,}\\.amazonaws\\.com(\\.cn)?/[A-Za-z0-9_-]+\\.pem");
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int KEPT = 100;

  private final Map<String, X509Certificate> known = new ConcurrentHashMap<>();
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();

  @Override
  public PublicKey at(String url) throws IOException {
    if (!TRUSTED.matcher(url).matches()) {
      throw new IOException("a certificate that is not Amazon's");
    }
    X509Certificate certificate = known.get(url);
    if (certificate == null) {
      certificate = fetch(url);
      if (known.size() < KEPT) {
        known.put(url, certificate);
      }
    }
    try {
      certificate.checkValidity();
      return certificate.getPublicKey();
    } catch (GeneralSecurityException e) {
      known.remove(url);
      throw new IOException("the signing certificate is not valid now", e);
    }
  }

  private X509Certificate fetch(String url) throws IOException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(LIMIT).build();
    try {
      HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IOException("the signing certificate was answered with " + answer.statusCode());
      }
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(answer.body()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (GeneralSecurityException e) {
      throw new IOException("the signing certificate cannot be read", e);
    }
  }
}
