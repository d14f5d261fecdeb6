package dev.sendonce.lab.nodes;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import dev.sendonce.lab.engines.ApiClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;

/** Recipes for the next number of a sequence. */
final class Numbers {
  private Numbers() {}

  /** Through the REST API: asks one node after the other with the same key until one answers. */
  static NumberRace.Recipe ofNodes(Fleet fleet, String sequence) throws IOException {
    List<ApiClient> nodes = new ArrayList<>();
    for (int node = 1; node <= fleet.size(); node++) {
      nodes.add(fleet.api(node));
    }
    AtomicInteger turn = new AtomicInteger();
    return user -> {
      OptionalLong number = OptionalLong.empty();
      while (number.isEmpty()) {
        ApiClient node = nodes.get(Math.floorMod(turn.getAndIncrement(), nodes.size()));
        number = ask(node, sequence, user);
      }
      return number.getAsLong();
    };
  }

  /** Empty when there was no answer: another node knows whether this user has a number by now. */
  private static OptionalLong ask(ApiClient node, String sequence, String user)
      throws InterruptedException {
    try {
      ApiClient.Answer answer =
          node.post("/v1/sequences/" + sequence, sequence + "-" + user, List.of());
      return answer.status() == 201 || answer.status() == 200
          ? OptionalLong.of(answer.body().get("value").asLong())
          : OptionalLong.empty();
    } catch (IOException dead) {
      return OptionalLong.empty();
    }
  }

  /** The recipe that everybody writes first: read the largest, write one more. */
  static NumberRace.Recipe naive(MongoDatabase database) {
    MongoCollection<Document> numbers = database.getCollection("naive_numbers");
    return user -> {
      Document last = numbers.find().sort(Sorts.descending("value")).first();
      long next = last == null ? 1 : last.getLong("value") + 1;
      numbers.insertOne(new Document("value", next).append("by", user));
      return next;
    };
  }
}
