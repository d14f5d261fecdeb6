package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.SmtpPhase;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SmtpRelayConversationTest {
  @Test
  void acceptedWithQueueIdAndTheExactBytes() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay = new SmtpRelay(Letters.settings(server.port()), Clock.systemUTC())) {
      AtomicInteger before = new AtomicInteger(-1);
      AttemptResult result =
          relay.transmit(
              Letters.to("bob@example.net"),
              replies -> {
                before.set(server.completeBodies().size());
                return true;
              },
              new AbortSwitch());
      assertThat(result.outcome()).isInstanceOf(Outcome.Accepted.class);
      assertThat(((Outcome.Accepted) result.outcome()).queueId()).isEqualTo("4ZtRq51kzGz1");
      assertThat(before).hasValue(0);
      assertThat(server.completeBodies())
          .containsExactly(Letters.SHORT.getBytes(StandardCharsets.UTF_8));
      assertThat(server.commands())
          .containsExactly(
              "EHLO [127.0.0.1]",
              "MAIL FROM:<ann@example.org> SIZE="
                  + Letters.SHORT.length()
                  + " RET=HDRS ENVID=01HSEND.1",
              "RCPT TO:<bob@example.net> NOTIFY=SUCCESS,FAILURE,DELAY",
              "DATA");
    }
  }

  @Test
  void noDotWithoutTheLatch() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay = new SmtpRelay(Letters.settings(server.port()), Clock.systemUTC())) {
      AttemptResult result =
          relay.transmit(Letters.to("bob@example.net"), replies -> false, new AbortSwitch());
      assertThat(((Outcome.NotAccepted) result.outcome()).reached()).isEqualTo(SmtpPhase.BODY);
      assertThat(server.completeBodies()).isEmpty();
    }
  }
}
