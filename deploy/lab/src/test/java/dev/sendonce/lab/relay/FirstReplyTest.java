package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FirstReplyTest {
  @ParameterizedTest
  @CsvSource({
    "'250 ok\r\n', 250",
    "'250\r\n', 250",
    "'250 ok\n', 250",
    "'250-a\r\n250-b\r\n250 c\r\n', 250",
    "'550 no\r\n250 ok\r\n', 550",
    "'250 ok', -1",
    "'25', -1",
    "'250-ok\r\n', -1",
    "'250-ok\r\n550 no\r\n', -1",
    "'hello\r\n250 ok\r\n', -1",
    "'\r\n250 ok\r\n', -1",
    "'2500 ok\r\n', -1",
    "'', -1"
  })
  void isCompleteOnlyWithItsLineEnd(String octets, int code) {
    FirstReply reply = new FirstReply();
    for (byte octet : octets.getBytes(StandardCharsets.ISO_8859_1)) {
      reply.add(octet);
    }
    assertThat(reply.code().orElse(-1)).isEqualTo(code);
  }
}
