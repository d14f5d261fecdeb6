package dev.sendonce.api.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The codec for the Temporal UI and its command line, in Temporal's remote codec protocol: {@code
 * POST /codec/encode} and {@code POST /codec/decode} on the admin port. Whoever reaches it can
 * decrypt what they have; browsers may use it only from pages of the Temporal UI. Thread-safe.
 */
public final class CodecServlet extends HttpServlet {
  /** Below the root of the admin port. */
  public static final String MAPPING = "/codec/*";

  private static final long serialVersionUID = 1L;
  private static final int LARGEST = 8 * 1024 * 1024;
  private static final String ORIGIN = "Origin";

  private final transient PayloadCodec codec;
  private final String uiOrigin;

  /**
   * @param uiOrigin scheme, host and port of the Temporal UI
   */
  public CodecServlet(PayloadCodec codec, String uiOrigin) {
    this.codec = codec;
    this.uiOrigin = uiOrigin;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String origin = request.getHeader(ORIGIN);
    response.setHeader("Vary", ORIGIN);
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (origin != null && !origin.equals(uiOrigin)) {
      refuse(response, 403, "This page is not the Temporal UI; temporal.uiUrl names the one.");
      return;
    }
    response.setHeader("Access-Control-Allow-Origin", uiOrigin);
    if (request.getMethod().equals("OPTIONS")) {
      response.setHeader("Access-Control-Allow-Methods", "POST, OPTIONS");
      response.setHeader(
          "Access-Control-Allow-Headers", "Content-Type, X-Namespace, Authorization");
      response.setStatus(204);
    } else if (!request.getMethod().equals("POST")) {
      response.setHeader("Allow", "POST, OPTIONS");
      refuse(response, 405, "Only POST is possible here.");
    } else {
      post(request, response);
    }
  }

  private void post(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String path = String.valueOf(request.getPathInfo());
    switch (path) {
      case "/encode" -> apply(codec::encode, request, response);
      case "/decode" -> apply(codec::decode, request, response);
      default -> refuse(response, 404, "There are only /codec/encode and /codec/decode.");
    }
  }

  private static void apply(
      UnaryOperator<List<Payload>> work, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] body = request.getInputStream().readNBytes(LARGEST + 1);
    if (body.length > LARGEST) {
      refuse(response, 413, "The body is larger than 8 MiB.");
      return;
    }
    Payloads.Builder asked = Payloads.newBuilder();
    try {
      JsonFormat.parser().merge(new String(body, StandardCharsets.UTF_8), asked);
      Payloads done =
          Payloads.newBuilder().addAllPayloads(work.apply(asked.getPayloadsList())).build();
      response.setContentType("application/json;charset=utf-8");
      response.getWriter().print(JsonFormat.printer().print(done));
    } catch (InvalidProtocolBufferException e) {
      refuse(response, 400, "The body is not {\"payloads\": [...]} as Temporal writes it.");
    } catch (PayloadCodecException e) {
      refuse(response, 400, e.getMessage());
    }
  }

  private static void refuse(HttpServletResponse response, int status, String why)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=utf-8");
    response.getWriter().println(why);
  }
}
