package dev.sendonce.message;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A file in base64, streamed from where it is kept. */
final class AttachmentPart implements MimePart {
  private final Attachment attachment;
  private final boolean inline;

  /**
   * A part for this file.
   *
   * @param inline shown inside the HTML instead of beside it
   */
  AttachmentPart(Attachment attachment, boolean inline) {
    this.attachment = attachment;
    this.inline = inline;
  }

  @Override
  public String contentFields() {
    HeaderFields fields =
        new HeaderFields()
            .tokens("Content-Type", separated(attachment.type()))
            .tokens("Content-Transfer-Encoding", List.of("base64"))
            .tokens("Content-Disposition", disposition());
    attachment.contentId().ifPresent(id -> fields.tokens("Content-ID", List.of("<" + id + ">")));
    return fields.toString();
  }

  private static List<String> separated(MediaType type) {
    List<String> tokens = new ArrayList<>();
    tokens.add(type.essence());
    tokens.addAll(type.parameters());
    for (int i = 0; i < tokens.size() - 1; i++) {
      tokens.set(i, tokens.get(i) + ";");
    }
    return tokens;
  }

  private List<String> disposition() {
    String kind = inline ? "inline" : "attachment";
    if (attachment.filename().isEmpty()) {
      return List.of(kind);
    }
    List<String> tokens = new ArrayList<>();
    tokens.add(kind + ";");
    tokens.addAll(HeaderParameter.tokens("filename", attachment.filename().get()));
    return tokens;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (InputStream in = attachment.content().open();
        OutputStream base64 =
            Base64.getMimeEncoder()
                .wrap(
                    new FilterOutputStream(out) {
                      @Override
                      public void write(byte[] bytes, int offset, int length) throws IOException {
                        out.write(bytes, offset, length);
                      }

                      @Override
                      public void close() {
                        // the last base64 characters are written by closing; the message goes on
                      }
                    })) {
      in.transferTo(base64);
    }
  }
}
