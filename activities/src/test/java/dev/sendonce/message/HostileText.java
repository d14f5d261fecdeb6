package dev.sendonce.message;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Texts that tempt a MIME writer into mistakes. */
final class HostileText {
  private static final String[] PIECES = {
    "a",
    "word",
    " ",
    "  ",
    "   ",
    ".",
    "..",
    "\"",
    "\\",
    "'",
    ",",
    ";",
    ":",
    "<",
    ">",
    "@",
    "(",
    ")",
    "=",
    "=?",
    "?=",
    "=?utf-8?q?x?=",
    "=?UTF-8?B?w6TDtg==?=",
    "=20",
    "%0d%0a",
    "\\r\\n",
    "--",
    "--=_id1_m",
    "From ",
    "Bcc: evil@example.org",
    "\u010d\u010a",
    "\u560a\u560d",
    "ä",
    "ß",
    "é",
    "e\u0301",
    "日本語",
    "עברית",
    "\ud83d\ude00",
    "\ud83d\udc69\u200d\ud83d\udcbb",
    "\u200b",
    "\ufeff",
    "\ufffd",
    "\u00a0",
    "\u00ad",
    "\udbff\udfff",
    "x".repeat(75),
    "y".repeat(998),
    "ö".repeat(200),
    "https://example.org/?a=b&c=d#e",
  };

  private HostileText() {}

  /** Without any control character. */
  static Arbitrary<String> line() {
    return Arbitraries.of(PIECES).list().ofMaxSize(14).map(pieces -> String.join("", pieces));
  }

  /** With line ends of CRLF, tabs and the separators of Unicode. */
  static Arbitrary<String> body() {
    return Arbitraries.oneOf(
            Arbitraries.of(PIECES),
            Arbitraries.of("\r\n", "\r\n\r\n", "\t", " \r\n", "\r\n.\r\n", "\u2029", "\u2028"))
        .list()
        .ofMaxSize(20)
        .map(pieces -> String.join("", pieces));
  }
}
