package dev.sendonce.api.docs;

/** Builds pages from text that is escaped; scripts and foreign resources have no place in them. */
final class Html {
  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
          + "color:#1b1f24;background:#fff}h1,h2,h3{line-height:1.2}h2{margin-top:2.5rem}"
          + "code,pre{font:14px/1.45 ui-monospace,monospace;background:#f4f5f7;border-radius:4px}"
          + "code{padding:.1rem .3rem}pre{padding:.8rem;overflow:auto}"
          + "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #dfe3e8;"
          + "padding:.4rem;text-align:left;vertical-align:top}.lab{background:#fff3c4;padding:.6rem}"
          + "a{color:#0b5cad}summary{cursor:pointer}";

  /** Policy for these pages: their own style and nothing else. */
  static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private final StringBuilder body = new StringBuilder();

  /** Adds markup of our own. */
  Html raw(String markup) {
    body.append(markup);
    return this;
  }

  /** Adds an element with text. */
  Html element(String name, String text) {
    body.append('<').append(name).append('>').append(escape(text));
    body.append("</").append(name).append('>');
    return this;
  }

  /** The page. */
  String page(String title, boolean lab) {
    return "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\""
        + " content=\"width=device-width\"><title>"
        + escape(title)
        + "</title><style>"
        + STYLE
        + "</style><body>"
        + (lab
            ? "<p class=\"lab\">Lab mode: the safety minimums are lifted; not for real mail.</p>"
            : "")
        + body
        + "</body></html>";
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
