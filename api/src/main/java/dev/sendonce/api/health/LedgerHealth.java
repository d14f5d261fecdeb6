package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;
import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import org.bson.Document;

/** Whether MongoDB answers. */
public final class LedgerHealth extends HealthCheck {
  private final MongoDatabase database;

  public LedgerHealth(MongoDatabase database) {
    this.database = database;
  }

  @Override
  protected Result check() {
    try {
      database.runCommand(new Document("ping", 1));
      return Result.healthy();
    } catch (MongoException e) {
      return Result.unhealthy(
          "MongoDB does not answer (%s); POST answers 503 until it does.",
          e.getClass().getSimpleName());
    }
  }
}
