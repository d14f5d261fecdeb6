package dev.sendonce.activity;

import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendView;

/** {@link Verification} as an activity. */
final class VerificationActivitiesImpl implements VerificationActivities {
  private final Verification verification;
  private final SendViews views;
  private final Pulse pulse;

  VerificationActivitiesImpl(Verification verification, SendViews views, Pulse pulse) {
    this.verification = verification;
    this.views = views;
    this.pulse = pulse;
  }

  @Override
  public SendView verify(String key, int attempt, boolean scheduled) {
    return pulse
        .during(() -> verification.probe(new SendKey(key), attempt, scheduled))
        .map(views::of)
        .orElseThrow(NoSuchSend::failure);
  }
}
