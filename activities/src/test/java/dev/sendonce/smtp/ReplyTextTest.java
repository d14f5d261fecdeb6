package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyTextTest {
  @Test
  void readsOneLine() {
    assertThat(ReplyText.parse("250 2.1.5 fine")).contains(new Reply(250, "2.1.5", "fine"));
    assertThat(ReplyText.parse("250")).contains(new Reply(250, null, ""));
    assertThat(ReplyText.parse("250 ")).contains(new Reply(250, null, ""));
  }

  @Test
  void joinsManyLinesAndTheirRepeatedStatus() {
    assertThat(ReplyText.parse("550-5.7.1 this\n550-5.7.1 is\n550 5.7.1 spam"))
        .contains(new Reply(550, "5.7.1", "this\nis\nspam"));
  }

  @Test
  void readsUtf8ThatTheLibraryTookForLatin1() {
    assertThat(ReplyText.parse("550 gr\u00c3\u00bc\u00c3\u009fe"))
        .contains(new Reply(550, null, "grüße"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "25",
        "ok",
        "hello there",
        "250ok",
        "250-ok",
        "250-ok\n",
        "250-ok\nhello",
        "250-ok\n550 no",
        "250 ok\n250 ok",
        "+25 ok",
        "-25 ok",
        " 250 ok",
        "2500 ok",
        "٢٥٠ ok"
      })
  void anythingElseIsNotACompleteReply(String lines) {
    assertThat(ReplyText.parse(lines)).isEmpty();
  }
}
