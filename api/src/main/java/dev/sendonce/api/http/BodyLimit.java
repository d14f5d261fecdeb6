package dev.sendonce.api.http;

import com.google.common.net.HttpHeaders;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Ends a request with 413 as soon as its body is known to be over the limit, and with 400 when it
 * breaks off: that is the client's doing, or the network's, and no failure of ours.
 */
public final class BodyLimit implements ContainerRequestFilter {
  private static final String BODY = BodyLimit.class.getName();

  private final long maximumBytes;

  public BodyLimit(long maximumBytes) {
    this.maximumBytes = maximumBytes;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    long length = length(request);
    if (length > maximumBytes) {
      throw tooLarge();
    }
    Bounded body = new Bounded(request.getEntityStream(), length);
    request.setEntityStream(body);
    request.setProperty(BODY, body);
  }

  /** Whether the request has a body that was not read to its end. */
  static boolean leftUnread(ContainerRequestContext request) {
    boolean bodiless =
        length(request) == 0
            || (length(request) < 0
                && request.getHeaderString(HttpHeaders.TRANSFER_ENCODING) == null);
    return !bodiless && !(request.getProperty(BODY) instanceof Bounded body && body.isRead());
  }

  /** What was announced, or -1; Jersey's own reading fails above 2 GB. */
  private static long length(ContainerRequestContext request) {
    String header = request.getHeaderString(HttpHeaders.CONTENT_LENGTH);
    if (header == null) {
      return -1;
    }
    try {
      return Long.parseLong(header.strip());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private static ProblemException brokenOff() {
    return new ProblemException(
        Problem.of(
            ProblemType.UNREADABLE_BODY,
            "The body broke off, or did not come in time. Nothing was accepted; send it again."));
  }

  private ProblemException tooLarge() {
    return new ProblemException(
        Problem.of(
            ProblemType.TOO_LARGE, "The body is over the limit of " + maximumBytes + " bytes."));
  }

  @FunctionalInterface
  private interface Reading {
    int read() throws IOException;
  }

  private final class Bounded extends FilterInputStream {
    private final long announced;
    private long read;
    private boolean ended;

    Bounded(InputStream body, long announced) {
      super(body);
      this.announced = announced;
    }

    boolean isRead() {
      return ended || (announced >= 0 && read >= announced);
    }

    @Override
    public int read() {
      int b = read(in::read);
      count(b < 0 ? -1 : 1);
      return b;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      int n = read(() -> in.read(target, offset, length));
      count(n);
      return n;
    }

    private static int read(Reading reading) {
      try {
        return reading.read();
      } catch (IOException e) {
        throw brokenOff();
      }
    }

    private void count(int n) {
      if (n < 0) {
        ended = true;
        return;
      }
      read += n;
      if (read > maximumBytes) {
        throw tooLarge();
      }
    }
  }
}
