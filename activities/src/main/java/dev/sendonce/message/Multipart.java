package dev.sendonce.message;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Several parts behind each other (RFC 2046, 5.1). */
final class Multipart implements MimePart {
  /** How every boundary begins; no base64 or quoted-printable text has it at a line's begin. */
  static final String BOUNDARY = "=_";

  /** A text with such a line must not stand unencoded. */
  static final String BOUNDARY_LINE = "--" + BOUNDARY;

  private final List<String> type;
  private final String boundary;
  private final List<MimePart> parts;

  /**
   * A multipart of these parts.
   *
   * @param boundary begins with {@link #BOUNDARY}
   */
  Multipart(String subtype, String boundary, List<MimePart> parts) {
    this(List.of("multipart/" + subtype + ";"), boundary, parts);
  }

  private Multipart(List<String> type, String boundary, List<MimePart> parts) {
    this.type = type;
    this.boundary = boundary;
    this.parts = List.copyOf(parts);
  }

  /**
   * HTML, which comes first, and what it shows; the type of the root is required (RFC 2387, 3.1).
   */
  static Multipart related(String boundary, List<MimePart> parts) {
    return new Multipart(List.of("multipart/related;", "type=\"text/html\";"), boundary, parts);
  }

  @Override
  public String contentFields() {
    List<String> tokens = new ArrayList<>(type);
    tokens.add("boundary=\"" + boundary + "\"");
    return new HeaderFields().tokens("Content-Type", tokens).toString();
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    String separator = "";
    for (MimePart part : parts) {
      out.write(ascii(separator + "--" + boundary + "\r\n" + part.contentFields() + "\r\n"));
      part.writeTo(out);
      separator = "\r\n";
    }
    out.write(ascii("\r\n--" + boundary + "--\r\n"));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
