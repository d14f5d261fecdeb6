package dev.sendonce.api.problem;

import com.mongodb.MongoException;
import com.mongodb.MongoServerException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** 503 for a database that does not answer; a command that it refuses is an incident as well. */
final class DatabaseErrorMapper implements ExceptionMapper<MongoException> {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseErrorMapper.class);

  private final Incidents incidents;
  private final LedgerUnavailableMapper unavailable;

  DatabaseErrorMapper(Incidents incidents, LedgerUnavailableMapper unavailable) {
    this.incidents = incidents;
    this.unavailable = unavailable;
  }

  @Override
  public Response toResponse(MongoException e) {
    if (e instanceof MongoServerException) {
      incidents.record(e);
    } else {
      LOG.warn("MongoDB did not answer: {}", e.getClass().getSimpleName());
    }
    return unavailable.answer();
  }
}
