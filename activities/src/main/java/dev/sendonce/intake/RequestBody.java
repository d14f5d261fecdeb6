package dev.sendonce.intake;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.message.Content;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON request, read but not judged: small values as they are, attachments decoded and put aside.
 *
 * @param fields the known fields except attachments; absent and null are the same
 * @param errors defects that were seen while reading
 */
record RequestBody(Map<String, JsonNode> fields, List<AttachmentDraft> attachments, Errors errors)
    implements AutoCloseable {

  /**
   * One element of {@code attachments}.
   *
   * @param path such as {@code attachments[0]}
   * @param content empty when it was missing or could not be decoded
   */
  record AttachmentDraft(String path, Map<String, JsonNode> fields, Optional<Content> content) {}

  @Override
  public void close() {
    attachments.forEach(a -> a.content().ifPresent(Content::close));
  }
}
