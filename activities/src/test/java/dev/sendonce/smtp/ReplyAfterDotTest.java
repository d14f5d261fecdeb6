package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.BOB;
import static dev.sendonce.smtp.Attempts.accepted;
import static dev.sendonce.smtp.Attempts.notAcceptedIn;
import static dev.sendonce.smtp.Attempts.once;
import static dev.sendonce.smtp.Attempts.uncertain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.SmtpPhase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the first reply after the dot proves, and that nothing after it matters. */
class ReplyAfterDotTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "250 ok\r\n",
        "200 ok\r\n",
        "251 will forward\r\n",
        "250-ok\r\n250 queued as Q1\r\n",
        "250 ok\n",
        "250\r\n"
      })
  void acceptedByAnyComplete2yz(String reply) throws Exception {
    assertThat(accepted(once(afterDot(reply)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"250 ok", "250"})
  void acceptedWhenOnlyTheLineEndIsMissing(String reply) throws Exception {
    assertThat(accepted(once(afterDotThenLeave(reply)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello there\r\n",
        "*** note\r\n250 ok\r\n",
        "\r\n250 ok\r\n",
        "250-ok\r\n",
        "250-ok\r\n250",
        "250-ok\r\n550 no\r\n",
        "250-ok\r\nhello\r\n",
        "354 go on\r\n",
        "150 wait\r\n",
        "999 what\r\n",
        "421 4.3.2 shutting down\r\n",
        "250 ok",
        "25"
      })
  void uncertainByEverythingElse(String reply) throws Exception {
    assertThat(once(afterDot(reply)).outcome()).isInstanceOf(Outcome.Uncertain.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "25", "250-ok\r\n", "hello\r\n"})
  void uncertainWhenTheRelayLeavesWithoutACompleteReply(String reply) throws Exception {
    assertThat(once(afterDotThenLeave(reply)).outcome()).isInstanceOf(Outcome.Uncertain.class);
  }

  /** A refusal licenses another attempt; one that was cut off is none. */
  @ParameterizedTest
  @ValueSource(strings = {"451", "451 4.7.1 later", "550 5.7.1 spam", "550-spam\r\n550 no"})
  void uncertainWhenTheRelayLeavesWithinARefusal(String reply) throws Exception {
    assertThat(once(afterDotThenLeave(reply)).outcome()).isInstanceOf(Outcome.Uncertain.class);
  }

  @Test
  void uncertainWhenTheRelayResets() throws Exception {
    Manners resetting = new Manners().doing("DOT", ScriptedRelay.Wire::reset);
    assertThat(once(resetting).outcome()).isInstanceOf(Outcome.Uncertain.class);
  }

  @Test
  void keepsAnIncompleteReplyAsAHintWithoutAddresses() throws Exception {
    assertThat(uncertain(once(afterDot("250-queued for <bob@example.net> as Q1\r\n"))).cause())
        .contains("no reply to end of data")
        .contains("250-queued for <address> as Q1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"550 5.7.1 spam", "552 5.2.2 quota"})
  void rejectedByAComplete5yz(String reply) throws Exception {
    assertThat(once(new Manners().at("DOT", reply)).outcome()).isInstanceOf(Outcome.Rejected.class);
  }

  @Test
  void a4yzIsProofForASingleRecipientOfATrustedRelayOnly() throws Exception {
    assertThat(notAcceptedIn(once(new Manners().at("DOT", "451 4.7.1 later"))))
        .isEqualTo(SmtpPhase.REPLIED);
    try (ScriptedRelay server = new ScriptedRelay(new Manners().at("DOT", "451 4.7.1 later"))) {
      RelaySettings distrusting =
          new SettingsFor(server.port()).distrustTransientRejections().build();
      assertThat(uncertain(once(distrusting, Letters.to(BOB))).reply().code()).isEqualTo(451);
    }
    try (ScriptedRelay server = new ScriptedRelay(new Manners().at("DOT", "451 4.7.1 later"))) {
      assertThat(
              once(Letters.settings(server.port()), Letters.to(BOB, "eve@example.net")).outcome())
          .isInstanceOf(Outcome.Uncertain.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"250 ok", "550 no"})
  void whatFollowsTheReplyNeitherChangesNorDelaysTheOutcome(String reply) throws Exception {
    Manners hanging =
        new Manners()
            .doing(
                "DOT",
                wire -> {
                  wire.say(reply);
                  wire.sleep();
                });
    try (ScriptedRelay server = new ScriptedRelay(hanging)) {
      long before = System.nanoTime();
      AttemptResult result = once(Letters.settings(server.port()), Letters.to(BOB));
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(700));
      assertThat(result.outcome()).isNotInstanceOf(Outcome.Uncertain.class);
    }
  }

  private static Manners afterDot(String raw) {
    return new Manners()
        .doing(
            "DOT",
            wire -> {
              wire.raw(raw);
              wire.listen();
            });
  }

  private static Manners afterDotThenLeave(String raw) {
    return new Manners()
        .doing(
            "DOT",
            wire -> {
              wire.raw(raw);
              wire.socket().shutdownOutput();
              wire.listen();
            });
  }
}
