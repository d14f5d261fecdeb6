package dev.sendonce.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import jakarta.ws.rs.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OpenApiDocumentTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final JsonNode document = OpenApiDocument.load().tree();

  @Test
  void knowsEveryRouteOfTheApplicationAndNoOther() {
    TreeSet<String> routes = new TreeSet<>();
    for (JavaClass resource : resources()) {
      routes(Resource.from(resource.reflect()), "", routes);
    }
    TreeSet<String> documented = new TreeSet<>();
    operations().forEach(o -> documented.add(o.method().toUpperCase(Locale.ROOT) + " " + o.path()));

    assertThat(documented).isEqualTo(routes);
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    for (JsonNode reference : document.findValues("$ref")) {
      assertThat(document.at(reference.asText().substring(1)).isMissingNode())
          .as(reference.asText())
          .isFalse();
    }
  }

  @Test
  void everyStatusHasAnExample() {
    for (Operation operation : operations()) {
      for (Map.Entry<String, JsonNode> entry : operation.node().path("responses").properties()) {
        JsonNode response = resolved(entry.getValue());
        for (JsonNode content : response.path("content")) {
          assertThat(content.has("example") || content.has("examples"))
              .as(operation + " " + entry.getKey())
              .isTrue();
        }
      }
    }
  }

  @Test
  void everyOperationKnowsTheErrorsThatAnyRequestCanMeet() {
    for (Operation operation : operations()) {
      JsonNode responses = operation.node().path("responses");
      List<String> expected = new ArrayList<>(List.of("400", "406", "414", "431", "500"));
      if (operation.path().startsWith("/v1/")) {
        expected.addAll(List.of("401", "429", "503"));
      }
      if (operation.path().matches(".*\\{(key|id|slug)}.*")) {
        expected.add("404");
      }
      if (operation.node().has("requestBody")) {
        expected.addAll(List.of("413", "415", "422"));
      }
      assertThat(responses.fieldNames())
          .toIterable()
          .as(operation.toString())
          .containsAll(expected);
    }
  }

  @Test
  void isServedTogetherWithAPageThatNeedsNoScript() {
    TestClient anybody = API.client().as(null);

    assertThat(anybody.get("/openapi.json").json().path("openapi").asText()).startsWith("3.1");
    String page = anybody.get("/docs").text();
    assertThat(page).contains("POST /v1/sends").contains("Idempotency-Key");
    assertThat(page).doesNotContain("<script").doesNotContain("http://cdn").doesNotContain("src=");
  }

  private static List<JavaClass> resources() {
    return new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sendonce.api")
            .stream()
            .filter(type -> type.isAnnotatedWith(Path.class))
            .toList();
  }

  private record Operation(String method, String path, JsonNode node) {
    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  private List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> field : path.getValue().properties()) {
        if (!field.getKey().equals("parameters")) {
          operations.add(new Operation(field.getKey(), path.getKey(), field.getValue()));
        }
      }
    }
    return operations;
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
  }

  private static void routes(Resource resource, String parent, Set<String> found) {
    String own = resource.getPath() == null ? "" : resource.getPath();
    String path = (parent + "/" + own).replaceAll("/+", "/").replaceAll("(.)/$", "$1");
    for (ResourceMethod method : resource.getResourceMethods()) {
      found.add(method.getHttpMethod() + " " + path);
    }
    resource.getChildResources().forEach(child -> routes(child, path, found));
  }
}
