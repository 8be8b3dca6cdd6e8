#!/bin/sh
# Installs the build's dependencies if they are missing: the library of the Z3 solver and a C compiler (used as the
# preprocessor). The arguments are names of further Debian packages, such as csmith; a package counts as installed if a
# command of its name exists. Runs without questions.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }

missing=""
have cc || missing="$missing gcc libc6-dev"
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
printf '#include <z3.h>\nint main(void) { return Z3_mk_config() == 0; }\n' > "$probe/probe.c"
if ! have cc || ! cc "$probe/probe.c" -o "$probe/probe" -lz3 2>/dev/null; then
    missing="$missing libz3-dev"
fi
for tool in "$@"; do
    have "$tool" || dpkg -s "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
[ -n "$missing" ] || exit 0

if ! have apt-get; then
    echo "setup.sh: please install these (Debian names):$missing" >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif have sudo; then
    as_root="sudo"
else
    echo "setup.sh: run as root, or install sudo; missing packages:$missing" >&2
    exit 1
fi
echo "setup.sh: installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
