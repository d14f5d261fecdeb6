#!/bin/sh
# Generated requests against a running node: no 5xx, no status, content type, header or body that
# /openapi.json does not describe.
#
#   deploy/lab/schemathesis.sh BASE_URL ADMIN_API_KEY [REQUESTS=200]
#
# Works with API keys of its own, which it makes with the given key and revokes at the end. Sends go
# to addresses under example.org and to whatever the generator makes up: use it on a lab only.
# SCHEMATHESIS names an installed schemathesis; otherwise one is installed into a private Python
# environment below the temporary directory.
set -eu

VERSION=4.32.5
BASE=${1:?usage: schemathesis.sh BASE_URL ADMIN_API_KEY [REQUESTS]}
ADMIN=${2:?usage: schemathesis.sh BASE_URL ADMIN_API_KEY [REQUESTS]}
REQUESTS=${3:-200}
CHECKS=not_a_server_error,status_code_conformance,content_type_conformance
CHECKS=$CHECKS,response_headers_conformance,response_schema_conformance

if [ -z "${SCHEMATHESIS:-}" ]; then
  VENV=${TMPDIR:-/tmp}/sendonce-schemathesis-$VERSION
  SCHEMATHESIS=$VENV/bin/schemathesis
  if [ ! -x "$SCHEMATHESIS" ]; then
    python3 -m venv "$VENV" || { echo "needs python3 with venv: apt-get install python3-venv" >&2; exit 1; }
    "$VENV/bin/pip" install --quiet "schemathesis==$VERSION" || { rm -rf "$VENV"; exit 1; }
  fi
fi

WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cd "$WORK"

# The generator can write JSON; a letter as somebody built it is text.
cat >letters.py <<'END'
import schemathesis


@schemathesis.serializer("message/rfc822")
def letter(ctx, value):
    return value if isinstance(value, bytes) else str(value).encode()
END
export SCHEMATHESIS_HOOKS=letters PYTHONPATH="$WORK"

json() { # json FIELD: reads that field of the object on standard input
  python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"
}

make_key() { # make_key BODY: prints "id secret"
  ANSWER=$(curl -sS -f -H "Authorization: Bearer $ADMIN" -H 'Content-Type: application/json' -d "$1" "$BASE/v1/api-keys")
  echo "$(echo "$ANSWER" | json id) $(echo "$ANSWER" | json apiKey)"
}

revoke() {
  curl -sS -f -X DELETE -H "Authorization: Bearer $ADMIN" "$BASE/v1/api-keys/$1"
}

run() { # run API_KEY PHASES REQUESTS_PER_OPERATION [more options]
  KEY=$1 PHASES=$2 EACH=$3
  shift 3
  "$SCHEMATHESIS" run "$BASE/openapi.json" --header "Authorization: Bearer $KEY" \
    --checks "$CHECKS" --phases "$PHASES" --max-examples "$EACH" --seed "${SEED:-1}" \
    --request-timeout 30 --continue-on-failure --no-color --warnings off "$@" 2>&1 | cut -c1-500
}

# The pipeline above must not hide schemathesis's exit code.
summary() {
  cat "$1"
  grep -Eq '^(Failures|Errors):' "$1" && FAILED=1
  grep -q 'Test cases:' "$1" || FAILED=1
}

set -- $(make_key '{"client": "schemathesis"}')
CLIENT_ID=$1 CLIENT_KEY=$2
set -- $(make_key '{"client": "schemathesis-admin", "admin": true}')
ADMIN_ID=$1 ADMIN_KEY=$2
FAILED=0
PHASES=fuzzing
[ "$REQUESTS" -lt 1000 ] || PHASES=examples,coverage,fuzzing,stateful
OPERATIONS=$(curl -sS -f "$BASE/openapi.json" | python3 -c '
import json, sys
methods = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
print(sum(len(methods & item.keys()) for item in json.load(sys.stdin)["paths"].values()))')
EACH=$(((REQUESTS + OPERATIONS - 1) / OPERATIONS))

# Keys that the generator finds in a list must not be revoked under it: that operation runs alone.
# A stream does not end by itself, which is no way to answer a generator; it has tests of its own.
run "$CLIENT_KEY" "$PHASES" "$EACH" --exclude-operation-id revokeApiKey \
  --exclude-operation-id streamConsumer >client.log || true
summary client.log
run "$ADMIN_KEY" "$PHASES" "$EACH" --include-tag api-keys --exclude-operation-id revokeApiKey >admin.log || true
summary admin.log
run "$ADMIN_KEY" fuzzing "$EACH" --include-operation-id revokeApiKey >revoke.log || true
summary revoke.log

revoke "$CLIENT_ID"
revoke "$ADMIN_ID"
exit $FAILED
