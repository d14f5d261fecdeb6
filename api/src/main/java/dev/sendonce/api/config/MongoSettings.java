package dev.sendonce.api.config;

import jakarta.validation.constraints.NotBlank;

/**
 * Where MongoDB is.
 *
 * @param uri connection string; write concern and read preference may only be made stricter by it
 */
public record MongoSettings(@NotBlank String uri, @NotBlank String database) {
  public MongoSettings {
    uri = uri == null ? "mongodb://127.0.0.1:27017" : uri;
    database = database == null ? "sendonce" : database;
  }

  @Override
  public String toString() {
    return "MongoSettings[" + Redacted.uri(uri) + ", " + database + "]";
  }
}
