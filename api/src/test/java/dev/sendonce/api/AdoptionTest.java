package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.ledger.ActiveSends.ActiveSend;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AdoptionTest {
  @RegisterExtension static final TestApi API = new TestApi();

  /** A dump that is not of one moment may hold the row without its entry in the work list. */
  @Test
  void movesWhatIsUnfinishedByItsRowAndListsIt() {
    TestClient client = API.client();
    client.send("finished", Letters.to("bob@example.org"));
    new Steps(API.ledger(), "finished").accepted();
    client.send("unlisted", Letters.to("ann@example.org"));
    forget("unlisted");

    assertThat(Adoption.moveUnfinished(API.storage())).isEqualTo(1);

    assertThat(API.send("unlisted").state()).isEqualTo(SendState.UNCONFIRMED);
    assertThat(API.send("finished").state()).isEqualTo(SendState.SENT);
    assertThat(API.storage().active().list(null, 10))
        .extracting(ActiveSend::key)
        .contains(new SendKey("unlisted"));
  }

  private static void forget(String key) {
    for (ActiveSend listed : API.storage().active().list(null, 10)) {
      if (listed.key().value().equals(key)) {
        assertThat(API.storage().active().remove(listed, Duration.ZERO)).isTrue();
      }
    }
  }
}
