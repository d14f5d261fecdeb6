package dev.sendonce.api.problem;

/** The general problem type for a bare HTTP status. */
final class ProblemStatus {
  private ProblemStatus() {}

  static ProblemType typeOf(int status) {
    return switch (status) {
      case 401 -> ProblemType.UNAUTHORIZED;
      case 403 -> ProblemType.FORBIDDEN;
      case 404 -> ProblemType.NOT_FOUND;
      case 405 -> ProblemType.METHOD_NOT_ALLOWED;
      case 406 -> ProblemType.NOT_ACCEPTABLE;
      case 412 -> ProblemType.PRECONDITION_FAILED;
      case 413 -> ProblemType.TOO_LARGE;
      case 414 -> ProblemType.URI_TOO_LONG;
      case 415 -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
      case 422 -> ProblemType.INVALID_REQUEST;
      case 429 -> ProblemType.RATE_LIMITED;
      case 503 -> ProblemType.STOPPING;
      case 431 -> ProblemType.HEADERS_TOO_LARGE;
      default -> status >= 500 ? ProblemType.INTERNAL_ERROR : ProblemType.BAD_REQUEST;
    };
  }
}
