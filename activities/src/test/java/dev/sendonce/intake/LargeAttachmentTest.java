package dev.sendonce.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.management.ThreadMXBean;
import dev.sendonce.message.MessageFreezer;
import dev.sendonce.message.SpooledMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeAttachmentTest {
  private static final Instant NOON = Instant.parse("2030-01-05T12:00:00Z");
  private static final int MEGABYTE = 1024 * 1024;

  @TempDir Path temporary;

  @Test
  void memoryDoesNotGrowWithTheAttachment() throws IOException {
    allocatedFor(1);

    long small = allocatedFor(1);
    long large = allocatedFor(20);

    assertThat(large).isLessThan(small + MEGABYTE);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void readAsATreeItWouldGrow() throws IOException {
    byte[] json =
        Requests.letter().withAttachment("a", new byte[4 * MEGABYTE]).toString().getBytes(UTF_8);

    long before = allocated();
    assertThat(new JsonMapper().readTree(json).size()).isPositive();

    assertThat(allocated() - before).isGreaterThan(4L * MEGABYTE);
  }

  @Test
  void anAttachmentOfAnySizeArrivesWhole() throws IOException {
    try (RequestBody body = read(3)) {
      assertThat(body.attachments().get(0).content().orElseThrow().size()).isEqualTo(3L * MEGABYTE);
      assertThat(body.attachments().get(0).content().orElseThrow().open().readAllBytes())
          .containsOnly(0);
    }
  }

  /** Bytes that this thread allocates for reading and freezing so many megabytes. */
  private long allocatedFor(int megabytes) throws IOException {
    long before = allocated();
    try (RequestBody body = read(megabytes)) {
      Submission submission =
          new SubmissionReader(TestIntake.settings(temporary, Limits.DEFAULT))
              .read(body, Requests.ANYBODY, NOON)
              .submission()
              .orElseThrow();
      try (SpooledMessage message =
          submission
              .draft()
              .freeze(new MessageFreezer(temporary), "id-1", NOON, Optional.empty())) {
        assertThat(message.size()).isGreaterThan(5L * megabytes * MEGABYTE / 4);
        try (InputStream bytes = message.open()) {
          bytes.transferTo(OutputStream.nullOutputStream());
        }
      }
    }
    return allocated() - before;
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private RequestBody read(int megabytes) throws IOException {
    String[] around =
        Requests.letter().withAttachment("a", new byte[] {}).toString().split("\"\"", -1);
    byte[] threeKilobytes = "AAAA".repeat(1024).getBytes(StandardCharsets.US_ASCII);
    List<InputStream> streams = new ArrayList<>();
    streams.add(Requests.stream(around[0] + "\""));
    for (int i = 0; i < megabytes * 1024 / 3; i++) {
      streams.add(new ByteArrayInputStream(threeKilobytes));
    }
    streams.add(Requests.stream("\"" + around[1]));
    return new RequestReader(Limits.DEFAULT, temporary)
        .read(new SequenceInputStream(Collections.enumeration(streams)));
  }
}
