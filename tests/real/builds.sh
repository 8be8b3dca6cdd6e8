#!/bin/bash
# Builds real programs with `symtool cc`, each by its own build and without an edit, and compares a run of each program with
# a native run of the same binary.
#
#     sh tests/real/fetch.sh FOLDER bookworm bc gzip sed grep mawk json-c jq xz-utils libpng1.6 sqlite3 tcc mbedtls busybox
#     SYMTOOL=target/debug/symtool bash tests/real/builds.sh FOLDER [PROJECT...]
#
# The builds are in FOLDER/builds. For each project that FOLDER has, the script prints a row of the table in
# docs/results/real-code.md. LIMIT is the time of one run of symtool (default: 60s).
set -u
folder=$(realpath "${1:?give a folder}")
shift
chosen=$*
symtool=$(realpath "${SYMTOOL:-target/debug/symtool}")
here=$(dirname "$(realpath "$0")")
drivers=$here/drivers
limit=${LIMIT:-60s}
export CC="$symtool cc"
export MAKEINFO=true # the manuals need a tool that may not be there
mkdir -p "$folder/builds"

# Copies the sources of a project and enters the copy; false if they are not there or the project is not chosen.
project() {
    name=$1
    case " $chosen " in *" $name "* | "  ") ;; *) return 1 ;; esac
    local from
    from=$(ls -d "$folder/$name"-[0-9]* "$folder/$name"[0-9]* 2>/dev/null | grep -v '\.\(dsc\|tar\)' | head -1)
    [ -d "$from" ] || return 1
    from=$(realpath "$from")
    if [ ! -d "$folder/builds/$name" ]; then
        cp -a "$from" "$folder/builds/$name"
        settle "$folder/builds/$name"
    fi
    cd "$folder/builds/$name" || return 1
}

# Makes generated files newer than those that Debian's patches changed, so that no build needs the tools of its authors.
settle() {
    find "$1" -name aclocal.m4 -exec touch {} +
    sleep 1
    find "$1" \( -name configure -o -name Makefile.in -o -name config.h.in -o -name config.hin \) -exec touch {} +
    find "$1" \( -name '*.info' -o -name '*.1' -o -name scan.c -o -name bc.c -o -name parser.c -o -name lexer.c \) -exec touch {} +
}

# Runs a command of a build; its output is in build.log.
build() {
    (eval "$*") >>build.log 2>&1 || echo "$name: the build failed: $* (see $(pwd)/build.log)"
}

# check INPUT PROGRAM [ARGS...]: runs the program natively and with symtool, and prints a row of the table. The program can
# read the files whose names are in the variable `files`.
check() {
    local input=$1 program=$2 out seconds theirs ours given=() file
    shift 2
    for file in ${files:-}; do
        given+=(--file "$file=$file")
    done
    printf '%b' "$input" >input.symtool
    (exec -a program env -i "./$program" "$@") <input.symtool >native.symtool 2>&1
    theirs=$?
    out=out.symtool
    rm -rf $out
    seconds=$(date +%s.%N)
    "$symtool" "./$program" --plain --json --max-time "$limit" --out $out --time 1700000000 --random 1 --stdin input.symtool \
        ${given[@]+"${given[@]}"} -- "$@" \
        >json.symtool 2>error.symtool
    seconds=$(echo "$(date +%s.%N) - $seconds" | bc)
    if [ ! -e $out/summary.json ]; then
        echo "| $name: $program $* | no | $(grep -h '"message"\|^error' json.symtool error.symtool | head -3 | tr -s ' \n' ' ' | cut -c1-300) |"
        return
    fi
    ours=$(sed -n 's/.*"outcome": *"\(exit [0-9]*\|abort\)".*/\1/p' $out/tests/000001.json 2>/dev/null | head -1)
    sed '1{/^== path 1$/d}' $out/output.log >ours.symtool 2>/dev/null
    if cmp -s ours.symtool native.symtool && [ "$ours" = "exit $theirs" ]; then
        echo "| $name: $program $* | yes | equal, $(wc -l <native.symtool) lines, exit $theirs, $(printf %.0f "$seconds") s |"
    else
        echo "| $name: $program $* | yes | differs: $ours, natively exit $theirs; $(grep -o '"incomplete_reasons": *\[[^]]*\]' $out/summary.json 2>/dev/null | head -1 | cut -c1-200) $(tr -d '\n' <$out/summary.json | grep -o '"incomplete_reasons": *\[[^]]*\]' | cut -c1-300) |"
    fi
}

# Removes the options of busybox's folder networking/ from its configuration, and the check of the user, whose number is an
# input in symtool.
without_networking() {
    local option
    for option in FEATURE_SUID $(grep -rhoE '^(//config:)?config [A-Z0-9_]+' networking | sed 's/.* //'); do
        sed -i "s/^CONFIG_$option=.*/# CONFIG_$option is not set/" .config
    done
    yes '' | make oldconfig
}

# A program of one file, from a driver of ours, linked with libraries of the project.
driver() {
    local file=$1
    shift
    build "$CC -w -O1 $drivers/$file $* -lm -o driver.symtool"
}

if project zlib; then
    build './configure --static && make -j2 libz.a minigzip example'
    driver zlib.c -I. libz.a
    check '' driver.symtool
    check 'hello hello hello' minigzip -c
fi
if project lz4; then
    build 'make -C lib liblz4.a && make -C programs lz4'
    driver lz4.c -Ilib lib/liblz4.a
    check '' driver.symtool
    check 'hello hello hello hello hello hello' programs/lz4 -c
fi
if project cjson; then
    build 'make static CC="$CC -std=c89"'
    driver cjson.c -I. libcjson.a
    check '' driver.symtool
fi
if project bzip2; then
    build 'make CC="$CC" bzip2'
    check 'hello' bzip2 -c
fi
if project lua5.4; then
    build 'cd src && for f in l*.c; do case $f in luac.c) ;; *) $CC -std=gnu99 -O2 -DLUA_COMPAT_5_3 -I../generated -c $f ;; esac; done; ar rc liblua.a $(ls l*.o | grep -v "^lua.o") && $CC -o lua lua.o liblua.a -lm'
    check 'print(1 + 2, ("x"):rep(3)) for i = 1, 3 do io.write(i, " ") end' src/lua -
fi
if project libyaml; then
    build 'test -x configure || autoreconf -fi; ./configure --disable-shared && make -j2'
    driver libyaml.c -Iinclude src/.libs/libyaml.a
    check '' driver.symtool
    check 'a: [1, 2]\nb: {c: d}\n' tests/run-parser
fi
if project expat; then
    build 'cd expat 2>/dev/null; test -x configure || ./buildconf.sh; ./configure --disable-shared && make -j2'
    cd expat 2>/dev/null
    check '<a b="c">d<e/></a>' examples/elements
    check '<a b="c">d<e/></a>' xmlwf/xmlwf
fi
if project json-c; then
    # By default, the hash function reads whole words beyond the end of a string; the switch of its authors avoids this.
    build 'mkdir -p b && cd b && VALGRIND=1 cmake .. -DBUILD_SHARED_LIBS=OFF -DCMAKE_BUILD_TYPE=Debug && make -j2'
    check '' b/tests/test_parse
    check '' b/tests/test1
fi
if project protobuf-c; then
    driver protobuf_c.c -I. protobuf-c/protobuf-c.c
    check '' driver.symtool
fi
if project bc; then
    build './configure && make -j2'
    check '1 + 2 * 3\n2^64\nscale=5; 1/7\n' bc/bc
    check '1 2 + p 3 k 1 7 / p\n' dc/dc
fi
if project gzip; then
    build 'FORCE_UNSAFE_CONFIGURE=1 ./configure && make -j2'
    check 'hello hello' gzip -cn
fi
if project sed; then
    build 'FORCE_UNSAFE_CONFIGURE=1 ./configure --disable-nls --with-included-regex && make -j2'
    check 'hello\nworld\n' sed/sed 's/o/0/g'
fi
if project grep; then
    build './configure --disable-nls --disable-perl-regexp --with-included-regex && make -j2'
    check 'hello\nworld\n' src/grep 'o.l'
fi
if project mawk; then
    build './configure && make'
    check 'a b\nc d\n' mawk '{ print $2, NR }'
fi
if project jq; then
    build 'test -x configure || autoreconf -fi; ./configure --without-oniguruma --disable-docs --disable-shared && make -j2'
    check '{"a": [1, 2]}' jq -c '.a'
fi
if project xz-utils; then
    build 'test -x configure || ./autogen.sh; ./configure --disable-shared --disable-nls --disable-threads && make -j2'
    check 'hello' src/xz/xz -c --check=crc32
fi
if project libpng1.6; then
    build 'CPPFLAGS=-I$folder/builds/zlib LDFLAGS=-L$folder/builds/zlib ./configure --disable-shared && make -j2'
    files='pngtest.png pngnow.png'
    check '' pngtest
    files=
fi
if project libtasn1-6; then
    build 'test -x configure || autoreconf -fi; ./configure --disable-shared --disable-doc && make -j2'
    build 'make -C tests Test_simple octet-string'
    check '' tests/Test_simple
    check '' tests/octet-string
fi
if project sqlite3; then
    build 'test -f sqlite3.c || { ./configure --disable-tcl --disable-readline --disable-threadsafe && make sqlite3.c; }; make sqlite3'
    check 'select 1 + 1;\n' sqlite3
fi
if project tcc; then
    build './configure --cc="$CC" && make tcc'
    check '' tcc -v
    check '#define A(x) x + 1\nint f(void) { return A(2); }\n' tcc -E -
fi
if project mbedtls; then
    build 'for switch in HAVE_ASM AESNI_C PADLOCK_C; do scripts/config.py unset MBEDTLS_$switch; done; make -C library CC="$CC" && make -C programs CC="$CC" hash/hello test/selftest'
    check '' programs/hash/hello
    check '' programs/test/selftest base64 sha256 aes mpi
fi
if project busybox; then
    # By default, busybox writes to constant variables; the switch of its authors avoids this.
    build 'test -f .config || { make defconfig && without_networking; }; make -j2 CC="$CC" EXTRA_CFLAGS=-DBB_GLOBAL_CONST= SKIP_STRIP=y busybox'
    # shellcheck source=/dev/null
    . "$here/busybox.sh"
fi
if project apr; then
    build './configure --disable-shared && make -j2 && make -C test abts.o testutil.o teststr.o'
    check '' test/teststr
fi
if project wget; then
    build './configure --without-ssl --without-zlib --disable-nls --disable-pcre2 --disable-pcre --without-libpsl --without-metalink && make -j2'
    check '' src/wget --version
    check '' src/wget
fi
if project coreutils; then
    build 'test -f Makefile || FORCE_UNSAFE_CONFIGURE=1 ./configure -q --disable-nls --without-libgmp --without-openssl; make -j2'
    # shellcheck source=/dev/null
    . "$here/coreutils.sh"
fi
