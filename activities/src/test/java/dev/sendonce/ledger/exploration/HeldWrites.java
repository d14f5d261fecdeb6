package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Call.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.Document;

/** Writes that have not reached the store, each kept once. */
final class HeldWrites {
  private static final String TOKEN = "held";

  /** Where a write came from. */
  private record Origin(int row, Call call, int answered) {}

  private final Map<Origin, Integer> numbers = new HashMap<>();
  private final Map<String, Integer> byContent = new HashMap<>();
  private final List<OneRow.Statement> statements = new ArrayList<>();
  private final List<Kind> kinds = new ArrayList<>();

  int number(Shape row, Call call, int answered, Supplier<Optional<OneRow.Statement>> write) {
    return numbers.computeIfAbsent(
        new Origin(row.id(), call, answered),
        origin -> write.get().map(statement -> keep(statement, call)).orElse(-1));
  }

  Kind kind(int number) {
    return kinds.get(number);
  }

  /** The write, with its writer's token as the row knows it now. */
  OneRow.Statement statement(int number, int token) {
    OneRow.Statement held = statements.get(number);
    return new OneRow.Statement(
        renamed(held.filter(), TOKEN, RowImage.name(token)), held.update(), held.arrayFilters());
  }

  private int keep(OneRow.Statement statement, Call call) {
    Document filter = renamed(statement.filter(), RowImage.name(call.token()), TOKEN);
    Document update = new Document(statement.update());
    update.remove("$push");
    String content = call.kind() + filter.toJson() + update.toJson() + statement.arrayFilters();
    return byContent.computeIfAbsent(
        content,
        c -> {
          statements.add(
              new OneRow.Statement(filter, statement.update(), statement.arrayFilters()));
          kinds.add(call.kind());
          return statements.size() - 1;
        });
  }

  private static Document renamed(Document filter, String from, String to) {
    Document copy = new Document();
    filter.forEach((key, value) -> copy.append(key, from.equals(value) ? to : value));
    return copy;
  }
}
