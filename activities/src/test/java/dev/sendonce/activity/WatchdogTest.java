package dev.sendonce.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.client.ActivityCanceledException;
import io.temporal.failure.TimeoutFailure;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(1);
  private final LiveAttempt live = new LiveAttempt();

  @AfterEach
  void tearDown() {
    threads.shutdownNow();
  }

  @Test
  void anAttemptGoesOnWhenNoBeatGetsThrough() {
    beatEndsWith(new ActivityCanceledException(null, heartbeatTimeout()));

    await().until(live::isDisowned);
    assertThat(live.abortSwitch().reason()).isEmpty();
    assertThat(live.enterEndOfData()).isTrue();
  }

  @Test
  void anAttemptThatNobodyNeedsStopsBeforeEndOfData() {
    beatEndsWith(new ActivityCanceledException());

    await().until(() -> live.abortSwitch().reason().isPresent());
    assertThat(live.isDisowned()).isFalse();
    assertThat(live.enterEndOfData()).isFalse();
  }

  private static TimeoutFailure heartbeatTimeout() {
    return new TimeoutFailure("no beat", null, TimeoutType.TIMEOUT_TYPE_HEARTBEAT);
  }

  private void beatEndsWith(ActivityCanceledException end) {
    ActivityInfo info =
        fake(ActivityInfo.class, (proxy, method, arguments) -> Duration.ofSeconds(30));
    ActivityExecutionContext activity =
        fake(
            ActivityExecutionContext.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("heartbeat")) {
                throw end;
              }
              return info;
            });
    assertThat(new Watchdog(activity, live, threads)).isNotNull();
  }

  private static <T> T fake(Class<T> type, InvocationHandler answers) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
  }
}
