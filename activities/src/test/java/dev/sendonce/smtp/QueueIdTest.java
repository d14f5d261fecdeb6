package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueueIdTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2.0.0 Ok: queued as 4ZtRq51kzGz1|4ZtRq51kzGz1",
        "2.0.0 Ok: queued as ABCDEF|ABCDEF",
        "OK id=1pXyz9-0001ab-CD|1pXyz9-0001ab-CD",
        "2.0.0 41TBxyz123456 Message accepted for delivery|41TBxyz123456",
        "2.0.0 6f2f5d6b Message accepted for delivery|6f2f5d6b",
        "2.0.0 OK  1700000000 5b1f17b1804b1-4321sm1234567.89 - gsmtp|5b1f17b1804b1-4321sm1234567.89",
        "Ok 0100018c2f-4f6e-4b6d-000000|0100018c2f-4f6e-4b6d-000000",
        "2.0.0 OK <AM0PR04MB1.eurprd04.prod.outlook.com> [Hostname=x]|AM0PR04MB1.eurprd04.prod.outlook.com",
        "Ok: queued as k3Vx2hQeT3u-JXQvZ8mRzA|k3Vx2hQeT3u-JXQvZ8mRzA",
        "OK: queued as <202601011200.123@smtp-relay.example>|202601011200.123@smtp-relay.example",
        "ok 1700000000 qp 12345|12345",
        "Requested mail action okay, completed: id=1MvK0P-1qE3Zd0abc|1MvK0P-1qE3Zd0abc"
      })
  void findsTheIdOfWellKnownServers(String text, String id) {
    assertThat(QueueId.in(Reply.of(250, text))).contains(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "ok", "Ok: queued", "2.0.0 Ok", "Great success", "OK thanks", "2.5.0 Ok."})
  void findsNothingWhereNothingIs(String text) {
    assertThat(QueueId.in(Reply.of(250, text))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"first line\nqueued as Q17", "queued as Q17\nsecond line"})
  void looksAtAllLines(String text) {
    assertThat(QueueId.in(Reply.of(250, text))).contains("Q17");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2.0.0 <bob@example.net> accepted",
        "2.0.0 <BOB@example.net> accepted",
        "2.0.0 <bob@mail.example.net> accepted"
      })
  void anAddressOfTheEnvelopeIsNoId(String text) throws Exception {
    AttemptResult result = Attempts.once(new Manners().at("DOT", "250 " + text));

    assertThat(((Outcome.Accepted) result.outcome()).queueId()).isNull();
  }

  @Test
  void anIdMayLookLikeAnAddress() throws Exception {
    AttemptResult result = Attempts.once(new Manners().at("DOT", "250 2.6.0 <Q17@example.net> ok"));

    assertThat(((Outcome.Accepted) result.outcome()).queueId()).isEqualTo("Q17@example.net");
  }
}
