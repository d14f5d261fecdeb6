package dev.sendonce.api.http;

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
  private final long maximumBytes;

  public BodyLimit(long maximumBytes) {
    this.maximumBytes = maximumBytes;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    if (request.getLength() > maximumBytes) {
      throw tooLarge();
    }
    request.setEntityStream(new Bounded(request.getEntityStream()));
  }

  private ProblemException tooLarge() {
    return new ProblemException(
        Problem.of(
            ProblemType.TOO_LARGE, "The body is over the limit of " + maximumBytes + " bytes."));
  }

  private final class Bounded extends FilterInputStream {
    private long read;

    Bounded(InputStream body) {
      super(body);
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      if (b >= 0) {
        count(1);
      }
      return b;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int n = super.read(target, offset, length);
      if (n > 0) {
        count(n);
      }
      return n;
    }

    private void count(int n) {
      read += n;
      if (read > maximumBytes) {
        throw tooLarge();
      }
    }
  }
}
