package dev.sendonce.feed;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import dev.sendonce.send.Send;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Which version of each send each consumer got: one document per consumer and send. */
final class Handouts {
  private static final FindOneAndUpdateOptions BEFORE =
      new FindOneAndUpdateOptions().returnDocument(ReturnDocument.BEFORE).upsert(true);

  private final MongoCollection<Document> handouts;

  Handouts(MongoDatabase database) {
    this.handouts = database.getCollection("consumer_sends");
  }

  /** A cheap look: whether a claim of this version could succeed. */
  boolean isNews(String consumer, Send send) {
    Document had = handouts.find(eq("_id", id(consumer, send.key().value()))).first();
    return had == null || had.getLong("version") < send.version();
  }

  /**
   * Claims the newest version for one poll. One write decides between all polls of all nodes: the
   * version only grows, and the upsert of an older one fails on {@code _id}.
   *
   * @return true when this version is to be handed out: nobody had it, and it shows something new
   */
  boolean claim(String consumer, Send send) {
    String face = Face.of(send);
    Bson older = and(eq("_id", id(consumer, send.key().value())), lt("version", send.version()));
    Bson mine = Updates.combine(Updates.set("version", send.version()), Updates.set("face", face));
    try {
      Document before = handouts.findOneAndUpdate(older, mine, BEFORE);
      return before == null || !face.equals(before.getString("face"));
    } catch (MongoException e) {
      if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
        return false;
      }
      throw e;
    }
  }

  /** Consumer names hold no blank, so that no two pairs share an id. */
  static String id(String consumer, String key) {
    return consumer + " " + key;
  }
}
