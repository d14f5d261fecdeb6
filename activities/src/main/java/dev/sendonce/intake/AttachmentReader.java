package dev.sendonce.intake;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.intake.RequestBody.AttachmentDraft;
import dev.sendonce.message.Content;
import dev.sendonce.message.Spool;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code attachments} and decodes their content on the way. For one request. */
final class AttachmentReader {
  private static final int MAXIMUM = 100;
  private static final Set<String> FIELDS = Set.of("filename", "contentType", "contentId");
  private static final String CONTENT = "content";
  private static final Base64Variant BASE64 =
      Base64Variants.MIME_NO_LINEFEEDS.withReadPadding(
          Base64Variant.PaddingReadBehaviour.PADDING_ALLOWED);

  private final Limits limits;
  private final Path temporary;
  private final BoundedInput input;
  private long decoded;

  /**
   * A reader for one request.
   *
   * @param input what the parser reads from
   */
  AttachmentReader(Limits limits, Path temporary, BoundedInput input) {
    this.limits = limits;
    this.temporary = temporary;
    this.input = input;
  }

  /** Reads the value at which the parser stands. */
  void read(JsonParser parser, List<AttachmentDraft> drafts, Errors errors) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      errors.add("attachments", "must be an array of objects");
      parser.skipChildren();
      return;
    }
    int index = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      String path = "attachments[" + index + "]";
      if (index == MAXIMUM) {
        errors.add("attachments", "has more than " + MAXIMUM + " elements");
      }
      if (index >= MAXIMUM) {
        parser.skipChildren();
      } else if (parser.currentToken() != JsonToken.START_OBJECT) {
        errors.add(path, "must be an object");
        parser.skipChildren();
      } else {
        readOne(parser, path, drafts, errors);
      }
      index++;
    }
  }

  private void readOne(JsonParser parser, String path, List<AttachmentDraft> drafts, Errors errors)
      throws IOException {
    Map<String, JsonNode> fields = new HashMap<>();
    Optional<Content> content = Optional.empty();
    boolean contentGiven = false;
    int position = drafts.size();
    drafts.add(new AttachmentDraft(path, fields, content));
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals(CONTENT)) {
        contentGiven = value != JsonToken.VALUE_NULL;
        content = content(parser, path + "." + CONTENT, errors);
        drafts.set(position, new AttachmentDraft(path, fields, content));
      } else if (!FIELDS.contains(name)) {
        errors.add(path + "." + name, "is not a known field");
        parser.skipChildren();
      } else if (value != JsonToken.VALUE_NULL) {
        fields.put(name, parser.readValueAsTree());
      }
    }
    if (!contentGiven) {
      errors.add(path + "." + CONTENT, "is required: the file in base64");
    }
  }

  private Optional<Content> content(JsonParser parser, String field, Errors errors)
      throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return Optional.empty();
    }
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      errors.add(field, "must be a string in base64");
      parser.skipChildren();
      return Optional.empty();
    }
    try (Spool spool = new Spool(temporary)) {
      parser.readBinaryValue(BASE64, new Counted(spool));
      return Optional.of(spool.finish());
    } catch (JsonProcessingException | IllegalArgumentException e) {
      errors.add(field, "is not base64 (RFC 4648, 4)");
      resume(parser);
      return Optional.empty();
    }
  }

  /**
   * Goes on behind a string that is not base64, so that the rest of the request is judged as well.
   * The parser skips the rest of an unfinished string by itself, but it does not know when the
   * character that disturbed the decoder was the closing quote; then it is given that quote again.
   */
  private void resume(JsonParser parser) throws IOException {
    if (input.isClosingQuoteBefore(parser.currentLocation().getByteOffset())) {
      ByteArrayOutputStream rest = new ByteArrayOutputStream();
      rest.write('"');
      parser.releaseBuffered(rest);
      input.unread(rest.toByteArray());
    }
  }

  private final class Counted extends FilterOutputStream {
    Counted(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      decoded += length;
      if (decoded > limits.content()) {
        throw new LimitExceededException(
            "The content is larger than the limit of " + limits.contentInWords() + ".");
      }
      out.write(bytes, offset, length);
    }
  }
}
