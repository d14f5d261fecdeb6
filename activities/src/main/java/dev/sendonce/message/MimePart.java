package dev.sendonce.message;

import java.io.IOException;
import java.io.OutputStream;

/** A node of the tree that a message's content is (RFC 2045). */
interface MimePart {
  /** The {@code Content-*} fields, CRLF after each. */
  String contentFields();

  /** The encoded content. The CRLF in front of a boundary does not belong to it. */
  void writeTo(OutputStream out) throws IOException;
}
