package dev.sendonce.api;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.sendonce.api.auth.ApiKeySecret;
import dev.sendonce.api.auth.ApiKeys;
import dev.sendonce.api.auth.ApiKeysResource;
import dev.sendonce.api.auth.AuthFeature;
import dev.sendonce.api.auth.GrantRules;
import dev.sendonce.api.auth.KeyAuthenticator;
import dev.sendonce.api.auth.RateLimit;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.api.console.ConsoleResource;
import dev.sendonce.api.console.ViewsResource;
import dev.sendonce.api.docs.DocsResource;
import dev.sendonce.api.docs.OpenApiDocument;
import dev.sendonce.api.docs.ProblemsResource;
import dev.sendonce.api.drain.Drain;
import dev.sendonce.api.evidence.EvidenceResource;
import dev.sendonce.api.evidence.RelayEvidence;
import dev.sendonce.api.feed.ConsumerStreamResource;
import dev.sendonce.api.feed.ConsumersResource;
import dev.sendonce.api.feed.EventsResource;
import dev.sendonce.api.feed.OpenStreams;
import dev.sendonce.api.http.BodyLimit;
import dev.sendonce.api.http.ContentCoding;
import dev.sendonce.api.http.JsonBody;
import dev.sendonce.api.http.PathGuard;
import dev.sendonce.api.http.SecurityHeaders;
import dev.sendonce.api.http.UnreadBody;
import dev.sendonce.api.metrics.RequestTimer;
import dev.sendonce.api.problem.ProblemFeature;
import dev.sendonce.api.send.OrdersResource;
import dev.sendonce.api.send.SendAnswers;
import dev.sendonce.api.send.SendListResource;
import dev.sendonce.api.send.SendPresenter;
import dev.sendonce.api.send.SendResource;
import dev.sendonce.api.send.SendWatch;
import dev.sendonce.api.send.SendsResource;
import dev.sendonce.api.send.VisibleSends;
import dev.sendonce.api.send.WaitingForView;
import dev.sendonce.api.send.WorkflowStart;
import dev.sendonce.api.sequence.SequencesResource;
import dev.sendonce.feed.ConsumerStreams;
import dev.sendonce.feed.Consumers;
import dev.sendonce.feed.EventLog;
import dev.sendonce.intake.Limits;
import dev.sendonce.sequence.SequenceNumbers;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutorService;

/** Registers everything that answers on the application port. */
final class RestApi {
  private static final long SMALL_BODY = 64L * 1024;
  private static final long TEMPLATE_BODY = 4096L * 1024;
  private static final int WATCHERS = 2;
  private static final int STARTERS = 32;
  private static final Duration STREAM_TICK = Duration.ofMillis(250);

  private RestApi() {}

  static void register(
      RestParts parts, Drain drain, SendonceConfiguration c, Environment environment) {
    JerseyEnvironment jersey = environment.jersey();
    ApiKeys keys = new ApiKeys(parts.storage().database(), parts.clock());
    jersey.register(new ProblemFeature());
    jersey.register(new RequestTimer(environment.metrics(), System::nanoTime));
    jersey.register(new PathGuard());
    jersey.register(new BodyLimit(c.limits().request().toBytes()));
    jersey.register(new ContentCoding());
    jersey.register(new UnreadBody());
    jersey.register(new SecurityHeaders(c.lab()));
    jersey.register(
        new AuthFeature(
            new KeyAuthenticator(keys, c.apiKey().map(ApiKeySecret::of), Ticker.systemTicker())));
    jersey.register(
        new RateLimit(c.limits().requestsPerSecond(), c.limits().burst(), System::nanoTime));
    JsonBody json = new JsonBody(SMALL_BODY);
    jersey.register(
        new ApiKeysResource(keys, new GrantRules(c.relays().keySet()), json, new SecureRandom()));
    WorkflowStart start =
        new WorkflowStart(
            parts.engine(),
            parts.storage().ledger(),
            threads("workflow-start-%d", STARTERS, environment));
    SendAnswers answers = sends(parts, c, environment, start, json);
    parts
        .schedules()
        .resources(parts.storage().intake(), start, answers, new JsonBody(TEMPLATE_BODY))
        .forEach(jersey::register);
    feed(parts, drain, c, environment, json, answers);
    jersey.register(
        new EvidenceResource(
            RelayEvidence.receivers(
                parts.evidence(), parts.evidenceSink(), environment.metrics())));
    jersey.register(new DocsResource(OpenApiDocument.load(), c.lab()));
    jersey.register(new ProblemsResource(c.lab()));
    jersey.register(new ConsoleResource());
    jersey.register(
        new ViewsResource(c.temporal().uiUrl(), c.temporal().namespace(), parts.clock()));
  }

  private static void feed(
      RestParts parts,
      Drain drain,
      SendonceConfiguration c,
      Environment environment,
      JsonBody json,
      SendAnswers answers) {
    EventLog log = new EventLog(parts.storage().database());
    OpenStreams streams = new OpenStreams(log, c.feed().streams());
    drain.add(streams);
    environment.lifecycle().addEventListener(new StreamsEnd(streams));
    environment.lifecycle().manage(new Repeated("event-streams", streams, STREAM_TICK));
    environment.jersey().register(new EventsResource(log, streams));
    environment
        .jersey()
        .register(
            new ConsumersResource(
                new Consumers(parts.storage().database(), log, parts.storage().ledger()::find),
                answers,
                json));
    ConsumerStreams consumerStreams =
        new ConsumerStreams(
            parts.storage().database(),
            log,
            parts.storage().ledger()::find,
            () -> UUID.randomUUID().toString().replace("-", ""));
    environment.jersey().register(new ConsumerStreamResource(consumerStreams, streams, answers));
    environment
        .jersey()
        .register(
            new SequencesResource(
                new SequenceNumbers(parts.storage().database()), c.sequences().numbers()));
  }

  private static SendAnswers sends(
      RestParts parts,
      SendonceConfiguration c,
      Environment environment,
      WorkflowStart start,
      JsonBody json) {
    JerseyEnvironment jersey = environment.jersey();
    Storage storage = parts.storage();
    SendWatch watch =
        new SendWatch(
            storage.ledger(),
            threads("send-watch-%d", WATCHERS, environment),
            threads("send-waited-%d", WATCHERS, environment),
            System::nanoTime);
    WaitingForView waitingFor =
        new WaitingForView(parts.engine(), parts.relays(), c.verification().times(), parts.clock());
    SendAnswers answers = new SendAnswers(new SendPresenter(waitingFor, parts.engine()));
    VisibleSends visible = new VisibleSends(storage.ledger());
    jersey.register(new SendsResource(storage.intake(), start, answers, watch));
    jersey.register(new SendListResource(storage.queries(), answers));
    jersey.register(new SendResource(visible, storage.messages(), answers, watch));
    jersey.register(
        new OrdersResource(
            visible,
            storage.ledger(),
            storage.messages(),
            parts.engine(),
            parts.verification(),
            answers,
            json,
            parts.clock(),
            Limits.DEFAULT.ahead()));
    return answers;
  }

  private static ExecutorService threads(String name, int number, Environment environment) {
    return environment
        .lifecycle()
        .executorService(name)
        .minThreads(number)
        .maxThreads(number)
        .build();
  }
}
