package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;

/** Says on every status page whether the safety minimums are lifted. */
public final class LabHealth extends HealthCheck {
  private final boolean lab;

  public LabHealth(boolean lab) {
    this.lab = lab;
  }

  @Override
  protected Result check() {
    return Result.builder()
        .healthy()
        .withMessage(
            lab ? "LAB MODE: the safety minimums are lifted; never use this for real mail." : null)
        .withDetail("lab", lab)
        .build();
  }
}
