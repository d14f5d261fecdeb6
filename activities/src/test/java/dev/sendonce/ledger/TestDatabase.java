package dev.sendonce.ledger;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An empty database in memory for each test of a class. */
public final class TestDatabase implements BeforeEachCallback, AfterEachCallback {
  private TestServer server;
  private MongoClient client;

  @Override
  public void beforeEach(ExtensionContext context) {
    server = TestServer.memory();
    client = MongoClients.create(server.uri());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    client.close();
    server.close();
  }

  public MongoDatabase get() {
    return named("test");
  }

  /** A second database of the same server. */
  public MongoDatabase named(String name) {
    return client.getDatabase(name);
  }
}
