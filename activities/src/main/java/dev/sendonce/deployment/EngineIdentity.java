package dev.sendonce.deployment;

/**
 * Which Temporal a deployment belongs to.
 *
 * @param namespace its name
 * @param namespaceId given by the Temporal cluster when the namespace was made; no two are equal
 */
public record EngineIdentity(String namespace, String namespaceId) {
  @Override
  public String toString() {
    return "namespace " + namespace + " (" + namespaceId + ")";
  }
}
