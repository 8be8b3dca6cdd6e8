#!/bin/sh
# Fetches the sources for the tests of real code and the benchmarks of known bugs and of real programs from Debian's
# source packages, and prepares them.
#
#     sh tests/real/fetch.sh FOLDER [SUITE [PACKAGE...]]
#     SYMTOOL_REAL_CODE=FOLDER cargo test --test real -- --nocapture
#     symtool bench bugs FOLDER
#     symtool bench real FOLDER
#
# Needs apt-get, dpkg-dev, gcc and make, but no root and no change of the system's package lists. Packages that are
# already there are not fetched again. Further packages, such as those that only builds.sh needs, follow the suite of Debian
# (default: bookworm). Nothing is edited; coreutils is configured, which generates its config.h.
set -eu
folder=${1:?give a folder}
suite=${2:-bookworm}
shift
[ $# -eq 0 ] || shift
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial"
cd "$folder"
here=$(pwd)
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" \
    >apt/sources.list

apt() {
    apt-get -q -o Dir::Etc::sourcelist="$here/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$here/apt/lists" -o Dir::Cache="$here/apt/cache" \
        -o APT::Sandbox::User="$(id -un)" "$@"
}

apt update
for package in bzip2 c-ares cjson coreutils expat http-parser jsmn libcue libtasn1-6 libyaml lua5.4 lz4 protobuf-c \
    uthash utf8.h xxhash yajl zlib "$@"; do
    if ls -d "$package"-[0-9]* >/dev/null 2>&1; then
        continue
    fi
    # The upstream tarball is enough if Debian's changes, or a second tarball, are not available.
    if ! apt source "$package" && ! apt source --tar-only "$package" && [ ! -e "$package"_*.orig.tar.* ]; then
        echo "$package is not available: its test will be skipped"
        continue
    fi
    ls -d "$package"-[0-9]* >/dev/null 2>&1 || tar xf "$package"_*.orig.tar.*
done

# The header that Debian's build of Lua generates.
for lua in lua5.4-[0-9]*; do
    mkdir -p "$lua/generated"
    echo "#define DEB_HOST_MULTIARCH \"$(dpkg-architecture -qDEB_HOST_MULTIARCH)\"" \
        >"$lua/generated/lua5.4-deb-multiarch.h"
done

# The sources of expat include a generated header; its contents are given by options. Those of yajl include its headers by
# the name of the folder into which they are installed.
for expat in expat-[0-9]*; do
    : >"$expat/expat/lib/expat_config.h"
done
for yajl in yajl-[0-9]*; do
    mkdir -p "$yajl/yajl"
    cp "$yajl"/src/api/*.h "$yajl/yajl"
done
# Of the configured projects, only the generated headers are needed.
for project in c-ares libtasn1-6; do
    (
        cd "$project"-[0-9]*
        [ -f config.status ] || ./configure -q --disable-doc --disable-dependency-tracking
    )
done

# The programs are configured without translations and with the bundled small copy of GMP; of the build, only the
# generated headers are needed.
cd coreutils-[0-9]*
if [ ! -f lib/config.h ]; then
    FORCE_UNSAFE_CONFIGURE=1 ./configure -q --disable-nls --without-libgmp
    # $(BUILT_SOURCES) is a variable of the Makefile.
    printf 'include Makefile\ngenerated: $(BUILT_SOURCES)\n' | make -s -f - generated
fi
echo "done: SYMTOOL_REAL_CODE=$here"
