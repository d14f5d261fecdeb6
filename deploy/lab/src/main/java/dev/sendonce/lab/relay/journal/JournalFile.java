package dev.sendonce.lab.relay.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.nio.file.Path;

/** Names and format of the files of a journal. */
final class JournalFile {
  static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();

  private JournalFile() {}

  static Path lines(Path directory) {
    return directory.resolve("journal.jsonl");
  }

  static Path body(Path directory, String id) {
    return directory.resolve("bodies").resolve(id + ".eml");
  }
}
