# Shared by deploy/start and deploy/stop: finds Java, builds what is missing, runs a launcher class.
# Expects name (of the command) and root (of the checkout); stale_is_fine for a command that must be
# quick and does not care how new the program is; home_is_enough for one that needs no build where a
# home holds the copies from which its deployment runs.

fail() {
  echo "$name: $1" >&2
  exit 1
}

find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/java}
  [ -n "$java" ] && [ -x "$java" ] || java=$(command -v java) ||
    fail "Java 17 or newer is needed and no java was found: install a JDK (apt-get install openjdk-17-jdk-headless) or set JAVA_HOME."
  version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
  [ "${version:-0}" -ge 17 ] ||
    fail "Java 17 or newer is needed, but $java is version ${version:-unknown}: install a JDK 17 or set JAVA_HOME."
}

built=$root/deploy/lab/target/built

# The stamp is as old as the beginning of the build, so a source that changes during it counts.
needs_build() {
  [ -e "$built" ] && [ -e "$root/api/target/sendonce.jar" ] && [ -d "$root/deploy/lab/target/lib" ] || return 0
  [ -z "${stale_is_fine:-}" ] || return 1
  [ -n "$(find "$root/pom.xml" "$root"/{activities,workflows,api,deploy/lab}/{pom.xml,src/main} \
    -newer "$built" -type f -print -quit)" ]
}

build() {
  mvn=$(command -v mvn) ||
    fail "the program is not built, and building it needs Maven, which was not found: apt-get install maven."
  [ -x "$(dirname "$(readlink -f "$java")")/javac" ] ||
    fail "building needs a JDK, and $java belongs to a plain runtime: apt-get install openjdk-17-jdk-headless."
  echo "building (once; some minutes when Maven has to download) …" >&2
  rm -rf "$root/deploy/lab/target/lib" "$root/deploy/lab/target/modules"
  begun=$(mktemp)
  (cd "$root" && JAVA_HOME=$(dirname "$(dirname "$(readlink -f "$java")")") \
    "$mvn" -q -B -ntp -Dstyle.color=never -Pquick -DskipTests package </dev/null >&2) ||
    fail "the build failed; its messages are above."
  touch -r "$begun" "$built"
  rm -f "$begun"
}

# The home that the arguments name; fails for arguments that only the command itself can judge.
home_of() {
  home=$root/deploy/home
  while [ $# -gt 0 ]; do
    case $1 in
      --home=*) home=${1#--home=} ;;
      --home) [ $# -gt 1 ] && shift && home=$1 || return 1 ;;
      *) return 1 ;;
    esac
    shift
  done
}

# After a clean of the checkout the copies in the home are what is left of the program.
run_from_home() {
  [ -n "${home_is_enough:-}" ] && home_of "$@" || return 0
  if [ ! -e "$home/deployment.json" ]; then
    echo "nothing runs in $home"
    exit 0
  fi
  [ ! -e "$home/app/sendonce.jar" ] || classpath="$home/app/modules/*:$home/app/sendonce.jar"
}

run() {
  find_java
  classpath=
  # help does not wait for a build that it does not need
  case " $* " in *" --help "* | *" -h "*) stale_is_fine=yes ;; esac
  ! needs_build || run_from_home "${@:2}"
  if [ -z "$classpath" ] && needs_build; then
    # One build at a time, whoever asks for it.
    exec 9<"$root/pom.xml"
    flock -n 9 || {
      echo "waiting for another build of this checkout …" >&2
      flock 9
    }
    if needs_build; then build; fi
    exec 9<&-
  fi
  # What a deployment keeps holds letters and addresses: for its owner alone.
  umask 077
  # A shell without job control starts what is in its background with Ctrl-C ignored.
  env --default-signal=INT true 2>/dev/null && default_int=yes || default_int=
  exec ${default_int:+env --default-signal=INT} "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -Xmx128m -Dsendonce.root="$root" \
    -cp "${classpath:-$root/deploy/lab/target/modules/*:$root/deploy/lab/target/lib/*}" "$@"
}
