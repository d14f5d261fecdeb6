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

/** Ends a request with 413 as soon as its body is known to be over the limit. */
public final class BodyLimit implements ContainerRequestFilter {
  private static final String BODY = BodyLimit.class.getName();

  private final long maximumBytes;

  public BodyLimit(long maximumBytes) {
    this.maximumBytes = maximumBytes;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    if (request.getLength() > maximumBytes) {
      throw tooLarge();
    }
    Bounded body = new Bounded(request.getEntityStream(), request.getLength());
    request.setEntityStream(body);
    request.setProperty(BODY, body);
  }

  /** Whether the request has a body that was not read to its end. */
  static boolean leftUnread(ContainerRequestContext request) {
    boolean bodiless =
        request.getLength() == 0
            || (request.getLength() < 0
                && request.getHeaderString(HttpHeaders.TRANSFER_ENCODING) == null);
    return !bodiless && !(request.getProperty(BODY) instanceof Bounded body && body.isRead());
  }

  private ProblemException tooLarge() {
    return new ProblemException(
        Problem.of(
            ProblemType.TOO_LARGE, "The body is over the limit of " + maximumBytes + " bytes."));
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
    public int read() throws IOException {
      int b = super.read();
      count(b < 0 ? -1 : 1);
      return b;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int n = super.read(target, offset, length);
      count(n);
      return n;
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
