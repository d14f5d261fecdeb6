package dev.sendonce.api.engine;

import com.uber.m3.tally.NoopScope;
import com.uber.m3.tally.Scope;
import io.dropwizard.lifecycle.Managed;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleClientOptions;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.serviceclient.RpcRetryOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The two connections of a node to Temporal: an impatient one for HTTP requests and the sweeper, a
 * patient one for workers. Connecting is lazy, so a node starts while Temporal is down. Register it
 * before everything that uses it, so that it is stopped last. Thread-safe.
 */
public final class TemporalConnection implements Managed {
  private static final Duration CALL = Duration.ofSeconds(2);
  private static final Duration WITH_RETRIES = Duration.ofSeconds(3);

  private final TemporalSettings settings;
  private final WorkflowServiceStubs impatient;
  private final WorkflowServiceStubs patient;
  private final WorkflowClientOptions options;

  /** Without metrics and with the default data converter. */
  public TemporalConnection(TemporalSettings settings) {
    this(settings, new NoopScope(), DefaultDataConverter.newDefaultInstance());
  }

  /**
   * @param metrics receives the SDK's metrics
   * @param converter encodes what enters histories
   */
  public TemporalConnection(TemporalSettings settings, Scope metrics, DataConverter converter) {
    this.settings = settings;
    this.impatient =
        WorkflowServiceStubs.newServiceStubs(
            base(settings, metrics)
                .setRpcTimeout(CALL)
                .setSystemInfoTimeout(CALL)
                .setRpcRetryOptions(
                    RpcRetryOptions.newBuilder()
                        .setInitialInterval(Duration.ofMillis(100))
                        .setExpiration(WITH_RETRIES)
                        .build())
                .build());
    this.patient = WorkflowServiceStubs.newServiceStubs(base(settings, metrics).build());
    this.options =
        WorkflowClientOptions.newBuilder()
            .setNamespace(settings.namespace())
            .setDataConverter(converter)
            .build();
  }

  private static WorkflowServiceStubsOptions.Builder base(
      TemporalSettings settings, Scope metrics) {
    return WorkflowServiceStubsOptions.newBuilder()
        .setTarget(settings.target())
        .setMetricsScope(metrics);
  }

  TemporalSettings settings() {
    return settings;
  }

  /** Gives up within seconds. */
  WorkflowClient forRequests() {
    return WorkflowClient.newInstance(impatient, options);
  }

  /** Schedules; gives up within seconds. */
  ScheduleClient schedules() {
    return ScheduleClient.newInstance(
        impatient,
        ScheduleClientOptions.newBuilder()
            .setNamespace(options.getNamespace())
            .setDataConverter(options.getDataConverter())
            .build());
  }

  /** Polls, heartbeats, reports. */
  WorkflowClient forWorkers() {
    return WorkflowClient.newInstance(patient, options);
  }

  @Override
  public void stop() {
    for (WorkflowServiceStubs stubs : new WorkflowServiceStubs[] {impatient, patient}) {
      stubs.shutdown();
      stubs.awaitTermination(5, TimeUnit.SECONDS);
      stubs.shutdownNow();
    }
  }
}
