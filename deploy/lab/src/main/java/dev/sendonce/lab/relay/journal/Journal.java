package dev.sendonce.lab.relay.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A relay's journal as it was when it was read: the oracle for "how often did a relay read this".
 * Immutable. Safe to read while a relay writes; a body whose answer is still being written counts
 * as not refused.
 */
public final class Journal {
  private static final Pattern ID = Pattern.compile("[a-z0-9]+-\\d+");

  private final List<Path> directories;
  private final List<Entry> entries;
  private final int tornLines;

  private Journal(List<Path> directories, List<Entry> entries, int tornLines) {
    this.directories = directories;
    this.entries = List.copyOf(entries);
    this.tornLines = tornLines;
  }

  /** Reads the journals of one or several relays. A directory without one counts as empty. */
  public static Journal read(Path... directories) throws IOException {
    List<Entry> entries = new ArrayList<>();
    int torn = 0;
    for (Path directory : directories) {
      String text = new String(lines(directory), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        try {
          entries.add(JournalFile.JSON.readValue(line, Entry.class));
        } catch (JsonProcessingException e) {
          torn++;
        }
      }
    }
    return new Journal(Arrays.asList(directories), entries, torn);
  }

  /** The lines of a journal as they stand on disk; empty when there is none yet. */
  public static byte[] lines(Path directory) throws IOException {
    Path file = JournalFile.lines(directory);
    return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
  }

  /** The un-stuffed bytes of the body with that id, when there is one. */
  public static Optional<byte[]> body(Path directory, String id) throws IOException {
    Path file = JournalFile.body(directory, id);
    return ID.matcher(id).matches() && Files.exists(file)
        ? Optional.of(Files.readAllBytes(file))
        : Optional.empty();
  }

  /** All lines in order. */
  public List<Entry> entries() {
    return entries;
  }

  /** Lines that a killed relay did not finish; each stands for something it never answered. */
  public int tornLines() {
    return tornLines;
  }

  /** Every completed end of data, in order. */
  public List<CompletedBody> bodies() {
    Set<String> kept = new HashSet<>();
    Map<String, Entry.Answered> answers = new LinkedHashMap<>();
    for (Entry entry : entries) {
      if (entry instanceof Entry.Kept k) {
        kept.add(k.id());
      } else if (entry instanceof Entry.Answered a) {
        answers.put(a.id(), a);
      }
    }
    List<CompletedBody> bodies = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry instanceof Entry.Body b) {
        bodies.add(
            new CompletedBody(b, kept.contains(b.id()), Optional.ofNullable(answers.get(b.id()))));
      }
    }
    return bodies;
  }

  /**
   * The body-complete numbers: for each send and recipient, how many bodies were read completely
   * and not refused with a complete 4yz or 5yz. More than 1 is a duplicate.
   */
  public Map<Delivery, Integer> bodyCompleteNumbers() {
    Map<Delivery, Integer> numbers = new LinkedHashMap<>();
    for (CompletedBody body : bodies()) {
      if (!body.refused()) {
        body.recipients()
            .forEach(r -> numbers.merge(new Delivery(body.send(), r), 1, Integer::sum));
      }
    }
    return numbers;
  }

  /** The body-complete number of one send (its id, else its Message-ID) and recipient. */
  public int bodyCompleteNumber(String send, String recipient) {
    return bodyCompleteNumbers().getOrDefault(new Delivery(send, recipient), 0);
  }

  /** The un-stuffed bytes of a body. */
  public byte[] content(CompletedBody body) throws IOException {
    for (Path directory : directories) {
      Optional<byte[]> content = body(directory, body.body().id());
      if (content.isPresent()) {
        return content.get();
      }
    }
    throw new IOException("no stored body " + body.body().id());
  }

  /** One send for one recipient, as it stood in the envelope. */
  public record Delivery(String send, String recipient) {}
}
