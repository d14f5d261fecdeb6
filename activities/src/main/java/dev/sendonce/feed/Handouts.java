package dev.sendonce.feed;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Filters.nin;
import static com.mongodb.client.model.Filters.or;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Updates;
import dev.sendonce.send.Send;
import java.util.HashSet;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Which version of each send each consumer got: one document per consumer and send. */
final class Handouts {
  private static final FindOneAndUpdateOptions UPSERT = new FindOneAndUpdateOptions().upsert(true);

  private final MongoCollection<Document> handouts;

  Handouts(MongoDatabase database) {
    this.handouts = database.getCollection("consumer_sends");
  }

  /**
   * A cheap look: whether a claim of this version could succeed. Not whether it would show
   * something new: a version that shows what the consumer has must be claimed too, or a frozen poll
   * could later hand out an older one that shows something else.
   */
  boolean isNews(String consumer, Send send) {
    Document had = handouts.find(eq("_id", id(consumer, send.key().value()))).first();
    return had == null || had.getLong("version") < send.version();
  }

  /**
   * Claims the newest version for one poll. One write decides between all polls and streams of all
   * nodes: the version only grows, and the upsert of an older one fails on {@code _id}.
   *
   * @return true when this version is to be handed out: nobody had it, and it shows something new
   */
  boolean claim(String consumer, Send send) {
    return claim(consumer, send, Updates.unset("by"), Set.of());
  }

  /**
   * Claims it for one item of a stream. The same item may claim again: it has been shown to nobody
   * who is still listening, and neither has what an earlier holder of it claimed.
   *
   * @param item the item, unique over all streams
   * @param holders items of ended streams whose client has not seen them and asks here now
   */
  boolean claim(String consumer, Send send, String item, Set<String> holders) {
    Set<String> unseen = new HashSet<>(holders);
    unseen.add(item);
    return claim(consumer, send, Updates.set("by", item), unseen);
  }

  private boolean claim(String consumer, Send send, Bson holder, Set<String> unseen) {
    while (true) {
      if (passesOver(consumer, send, unseen)) {
        return false;
      }
      try {
        take(consumer, send, holder, unseen);
        return true;
      } catch (MongoException e) {
        if (ErrorCategory.fromErrorCode(e.getCode()) != ErrorCategory.DUPLICATE_KEY) {
          throw e;
        }
        if (!isNews(consumer, send)) {
          return false;
        }
        // another claim came between; its version was older, so that this ends
      }
    }
  }

  /**
   * Moves the version on when it shows what was handed out before. Whoever holds that goes on
   * holding it: if its client turns out not to have seen it, this version is what it is shown
   * instead.
   */
  private boolean passesOver(String consumer, Send send, Set<String> unseen) {
    Bson sameOfOthers =
        and(
            eq("_id", id(consumer, send.key().value())),
            lt("version", send.version()),
            eq("face", Face.of(send)),
            nin("by", unseen));
    return handouts.findOneAndUpdate(sameOfOthers, Updates.set("version", send.version())) != null;
  }

  private void take(String consumer, Send send, Bson holder, Set<String> unseen) {
    Bson newer = and(lt("version", send.version()), ne("face", Face.of(send)));
    Bson mine = and(in("by", unseen), lte("version", send.version()));
    Bson free = and(eq("_id", id(consumer, send.key().value())), or(newer, mine));
    Bson taken =
        Updates.combine(
            Updates.set("version", send.version()), Updates.set("face", Face.of(send)), holder);
    handouts.findOneAndUpdate(free, taken, UPSERT);
  }

  /** Consumer names hold no blank, so that no two pairs share an id. */
  static String id(String consumer, String key) {
    return consumer + " " + key;
  }
}
