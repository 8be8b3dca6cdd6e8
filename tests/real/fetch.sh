#!/bin/sh
# Fetches the sources for the tests of real code and the benchmarks of known bugs and of real programs, and prepares them:
# Debian's source packages, and, for libraries without a usable package, public repositories at fixed commits.
#
#     sh tests/real/fetch.sh FOLDER [SUITE [PACKAGE...]]
#     SYMTOOL_REAL_CODE=FOLDER cargo test --test real -- --nocapture
#     symtool bench bugs FOLDER
#     symtool bench real FOLDER
#
# Needs apt-get, dpkg-dev, git, gcc and make, but no root and no change of the system's package lists. Packages that are
# already there are not fetched again. Nothing is edited; coreutils is configured, which generates its config.h. The
# variable GITHUB is the address, or the folder, that has the repositories OWNER/NAME (default: https://github.com).
# Further packages, such as those that only builds.sh needs, follow the suite of Debian (default: bookworm).
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
    uthash xxhash yajl zlib "$@"; do
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

# repository FOLDER OWNER/NAME COMMIT: fetches the files of one commit.
repository() {
    [ -e "$1" ] && return
    if git clone -q --bare "${GITHUB:-https://github.com}/$2" "$1.git"; then
        mkdir "$1"
        git -C "$1.git" archive "$3" | tar x -C "$1"
        rm -rf "$1.git"
    else
        echo "$2 is not available: its tests will be skipped"
    fi
}
repository gnu_osip-20170221 gitGNU/gnu_osip 1ae06daf3b2375c34af23083394a6f010be24a45
repository libosip2-4.0.0 gitGNU/gnu_osip d6be579
repository json.h-20260326 sheredom/json.h 33cbab1d306528e9fa673fecde792a23d864a801
repository tiny-regex-c-20241025 kokke/tiny-regex-c f2632c6d9ed25272987471cdb8b70395c2460bdb
repository utf8.h-20260523 sheredom/utf8.h 1194293f5b56dbb418d3b7e65410443304c40433

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
