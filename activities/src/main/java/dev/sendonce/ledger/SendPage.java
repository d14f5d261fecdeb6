package dev.sendonce.ledger;

import dev.sendonce.send.Send;
import java.util.List;

/**
 * Part of a list, newest first.
 *
 * @param next opaque; continues after the last one, or null at the end
 */
public record SendPage(List<Send> items, String next) {
  public SendPage {
    items = List.copyOf(items);
  }
}
