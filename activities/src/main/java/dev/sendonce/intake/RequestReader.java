package dev.sendonce.intake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Set;

/**
 * Reads the JSON of a request as a stream, so that attachments are never held in memory. Names of
 * fields are checked here, their values later. Thread-safe.
 */
final class RequestReader {
  private static final Set<String> FIELDS =
      Set.of(
          "from",
          "to",
          "cc",
          "bcc",
          "replyTo",
          "subject",
          "text",
          "html",
          "headers",
          "messageId",
          "relay",
          "sendAt",
          "expireAfter",
          "metadata",
          "reference",
          "allowDuplicateContent");
  private static final String ATTACHMENTS = "attachments";

  private final ObjectMapper json;
  private final Limits limits;
  private final Path temporary;

  RequestReader(Limits limits, Path temporary) {
    this.limits = limits;
    this.temporary = temporary;
    this.json =
        new JsonMapper(
            JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(
                    StreamReadConstraints.builder()
                        .maxNestingDepth(Limits.NESTING)
                        .maxTokenCount(Limits.TOKENS)
                        .maxStringLength(
                            (int) Math.min(limits.content() + 1, Integer.MAX_VALUE - 8))
                        .build())
                .build());
  }

  /**
   * Reads a body; the caller closes it.
   *
   * @throws LimitExceededException when it is larger than a limit
   * @throws JsonProcessingException when it is not JSON
   * @throws IOException when the request or the temporary file broke off
   */
  RequestBody read(InputStream in) throws IOException {
    BoundedInput input = new BoundedInput(in, limits.request());
    try (JsonParser parser = json.createParser(input)) {
      return read(parser, new AttachmentReader(limits, temporary, input));
    }
  }

  private RequestBody read(JsonParser parser, AttachmentReader attachments) throws IOException {
    RequestBody body = new RequestBody(new HashMap<>(), new ArrayList<>(), new Errors());
    try {
      readInto(body, parser, attachments);
      return body;
    } catch (IOException | RuntimeException e) {
      // rethrown unchanged; only the temporary files must not stay
      body.close();
      throw e;
    }
  }

  private void readInto(RequestBody body, JsonParser parser, AttachmentReader attachments)
      throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new NoSingleObjectException("The body is empty; a JSON object was expected.");
    }
    if (first != JsonToken.START_OBJECT) {
      throw new NoSingleObjectException("The body must be a JSON object.");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals(ATTACHMENTS)) {
        attachments.read(parser, body.attachments(), body.errors());
      } else if (FIELDS.contains(name)) {
        if (value != JsonToken.VALUE_NULL) {
          body.fields().put(name, json.readTree(parser));
        }
      } else {
        body.errors().add(name, "is not a known field");
        parser.skipChildren();
      }
    }
    if (parser.nextToken() != null) {
      throw new NoSingleObjectException("Something follows the JSON object.");
    }
  }
}
