package dev.sendonce.activity;

import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendView;

/** {@link Verification} as an activity. */
final class VerificationActivitiesImpl implements VerificationActivities {
  private final Verification verification;
  private final SendViews views;

  VerificationActivitiesImpl(Verification verification, SendViews views) {
    this.verification = verification;
    this.views = views;
  }

  @Override
  public SendView verify(String key, int attempt, boolean scheduled) {
    return verification
        .probe(new SendKey(key), attempt, scheduled)
        .map(views::of)
        .orElseThrow(NoSuchSend::failure);
  }
}
