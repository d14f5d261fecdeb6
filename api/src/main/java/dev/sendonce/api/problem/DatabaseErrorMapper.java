package dev.sendonce.api.problem;

import com.mongodb.MongoException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** 503 for a database that does not answer; a command that it refuses is an incident. */
final class DatabaseErrorMapper implements ExceptionMapper<MongoException> {
  private final Incidents incidents;
  private final LedgerUnavailableMapper unavailable;

  DatabaseErrorMapper(Incidents incidents, LedgerUnavailableMapper unavailable) {
    this.incidents = incidents;
    this.unavailable = unavailable;
  }

  @Override
  public Response toResponse(MongoException e) {
    incidents.record(e);
    return unavailable.answer();
  }
}
