package dev.sendonce.api.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.intake.JsonDefect;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the JSON object in a request body. Strict: a field that stands twice or anything after the
 * object is unreadable, because two readers could understand it differently.
 */
public final class JsonBody {
  private static final int DEEPEST = 20;

  /** Values, names and brackets; an acknowledgement of 500 sends has 3,004. */
  private static final long MOST_TOKENS = 20_000;

  private final long maximumBytes;
  private final ObjectReader reader;

  /**
   * A reader for bodies of a bounded size.
   *
   * @param maximumBytes of the whole document, counted block by block as it is read
   */
  public JsonBody(long maximumBytes) {
    this.maximumBytes = maximumBytes;
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxDocumentLength(maximumBytes)
                    .maxTokenCount(MOST_TOKENS)
                    .maxStringLength((int) Math.min(Integer.MAX_VALUE, maximumBytes))
                    .build())
            .build();
    this.reader =
        JsonMapper.builder(factory)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .readerFor(JsonNode.class);
  }

  /** The object; 400 with line and column when it is none. */
  public JsonNode required(InputStream body) {
    JsonNode node = read(body);
    if (node.isMissingNode()) {
      throw unreadable("The body is empty; a JSON object was expected.");
    }
    return node;
  }

  /** The object, or an empty one when there is no body at all. */
  public JsonNode optional(InputStream body) {
    JsonNode node = read(body);
    return node.isMissingNode() ? JsonNodeFactory.instance.objectNode() : node;
  }

  private JsonNode read(InputStream body) {
    JsonNode node;
    try {
      node = reader.readTree(body);
    } catch (StreamConstraintsException e) {
      throw new ProblemException(
          Problem.of(
              ProblemType.TOO_LARGE,
              "The body is longer than "
                  + maximumBytes
                  + " bytes, has more than "
                  + MOST_TOKENS
                  + " parts, or is nested deeper than "
                  + DEEPEST
                  + " levels."));
    } catch (JsonProcessingException e) {
      throw unreadable(JsonDefect.of(e));
    } catch (IOException e) {
      throw unreadable("The body ended before it was complete.");
    }
    if (!node.isObject() && !node.isMissingNode()) {
      throw unreadable("The body must be a JSON object.");
    }
    return node;
  }

  private static ProblemException unreadable(String detail) {
    return new ProblemException(Problem.of(ProblemType.UNREADABLE_BODY, detail));
  }
}
