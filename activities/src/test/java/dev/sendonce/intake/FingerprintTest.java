package dev.sendonce.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FingerprintTest {
  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));
  private static final Instant NOON = Instant.parse("2030-01-05T12:00:00Z");
  private static final JsonMapper JSON = new JsonMapper();
  private static final String FULL =
      """
      {"from": "Ann <ann@example.org>", "to": ["bob@example.net", "carol@bücher.example"],
       "cc": ["dave@example.net"], "bcc": ["eve@example.net"], "replyTo": "office@example.org",
       "subject": "Invoice", "text": "line 1\\nline 2", "html": "<p>",
       "headers": {"X-A": "1", "X-B": "2"}, "messageId": "<m@example.org>",
       "attachments": [{"filename": "a", "contentType": "text/csv", "content": "QUJD"},
                       {"filename": "b", "contentId": "logo", "content": "REVG"}],
       "relay": "backup", "sendAt": "2030-01-31T08:00:00+01:00", "expireAfter": "PT24H",
       "metadata": {"order": "7", "shop": "x"},
       "reference": {"category": "invoice", "subCategory": "2030"},
       "allowDuplicateContent": true}
      """;

  /** Spelling that freezes the same message for the same envelope on the same terms. */
  private static final Map<String, String> RESPELLED =
      Map.of(
          "from", "\"\\\"Ann\\\" <ann@EXAMPLE.org>\"",
          "to", "[\" bob@example.net.\", \"carol@XN--BCHER-KVA.example\"]",
          "text", "\"line 1\\r\\nline 2\"",
          "messageId", "\"m@example.org\"",
          "sendAt", "\"2030-01-31T07:00:00.000Z\"",
          "expireAfter", "\"P1D\"");

  private static final Map<String, String> CHANGED =
      Map.ofEntries(
          Map.entry("from", "\"Ann <Ann@example.org>\""),
          Map.entry("to", "[\"carol@bücher.example\", \"bob@example.net\"]"),
          Map.entry("cc", "[]"),
          Map.entry("bcc", "[\"eve@example.net\", \"eve@example.org\"]"),
          Map.entry("replyTo", "null"),
          Map.entry("subject", "\"Invoice \""),
          Map.entry("text", "\"line 1\\nline 2\\n\""),
          Map.entry("html", "\"<P>\""),
          Map.entry("headers", "{\"X-A\": \"2\", \"X-B\": \"2\"}"),
          Map.entry("messageId", "\"<n@example.org>\""),
          Map.entry("relay", "null"),
          Map.entry("sendAt", "\"2030-01-31T08:00:00Z\""),
          Map.entry("expireAfter", "\"PT24H0.001S\""),
          Map.entry("metadata", "{\"order\": \"7\"}"),
          Map.entry("reference", "{\"category\": \"invoice\", \"subCategory\": \"2031\"}"),
          Map.entry("allowDuplicateContent", "false"),
          Map.entry(
              "attachments",
              "[{\"filename\": \"a\", \"contentType\": \"text/csv\", \"content\": \"QUJE\"},"
                  + " {\"filename\": \"b\", \"contentId\": \"logo\", \"content\": \"REVG\"}]"));

  @Property(tries = 200)
  void orderSpacingAndSpellingDoNotMatter(
      @ForAll long seed, @ForAll("respelled") Set<String> respelled) throws IOException {
    String variant = respell(shuffled(JSON.readTree(FULL), new Random(seed)), respelled, RESPELLED);

    assertThat(fingerprint(variant)).isEqualTo(fingerprint(FULL));
  }

  @Property(tries = 200)
  void exactlyTheChangedFieldsDiffer(@ForAll("changed") Set<String> changed) throws IOException {
    Map<String, String> before = fingerprint(FULL);
    Map<String, String> after = fingerprint(respell(JSON.readTree(FULL), changed, CHANGED));

    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    names.removeIf(name -> before.getOrDefault(name, "").equals(after.getOrDefault(name, "")));
    names.remove(Fingerprint.REQUEST);
    assertThat(names).isEqualTo(changed);
    assertThat(before.get(Fingerprint.REQUEST).equals(after.get(Fingerprint.REQUEST)))
        .isEqualTo(changed.isEmpty());
  }

  @Provide
  Arbitrary<Set<String>> respelled() {
    return Arbitraries.of(RESPELLED.keySet()).set();
  }

  @Provide
  Arbitrary<Set<String>> changed() {
    return Arbitraries.of(CHANGED.keySet()).set();
  }

  private static String respell(JsonNode request, Set<String> names, Map<String, String> values)
      throws IOException {
    for (String name : names) {
      ((ObjectNode) request).set(name, JSON.readTree(values.get(name)));
    }
    return request.toPrettyString();
  }

  private static JsonNode shuffled(JsonNode node, Random random) {
    if (!node.isObject()) {
      return node;
    }
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    Collections.shuffle(names, random);
    ObjectNode shuffled = JSON.createObjectNode();
    names.forEach(name -> shuffled.set(name, shuffled(node.get(name), random)));
    return shuffled;
  }

  private static Map<String, String> fingerprint(String json) throws IOException {
    IntakeSettings settings = TestIntake.settings(TEMPORARY, Limits.DEFAULT);
    try (RequestBody body =
        new RequestReader(settings.limits(), TEMPORARY).read(Requests.stream(json))) {
      Verdict verdict = new SubmissionReader(settings).read(body, Requests.ANYBODY, NOON);
      assertThat(verdict.errors()).isEmpty();
      return verdict.submission().orElseThrow().fingerprint();
    }
  }
}
