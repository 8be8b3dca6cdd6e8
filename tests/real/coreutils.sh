# The runs of coreutils that builds.sh compares: `check INPUT PROGRAM [ARGS...]`. Programs that show the state of the machine
# print their help.
check 'ab\n' 'src/[' 1 -lt 2 ']'
check 'abc' src/b2sum
check 'hello' src/base32
check 'hello' src/base64
check '' src/basename /a/b.c .c
check 'hello' src/basenc --base16
check 'abc\n' src/cat -A
check '' src/chcon --help
check '' src/chgrp --help
check '' src/chmod 644
check '' src/chown --help
check '' src/chroot --help
check 'abc' src/cksum
check 'a\nb\n' src/comm - /dev/null
check '' src/cp /nowhere/a /nowhere/b
check 'a\nb\nc\n' src/csplit --version
check 'a:b:c\n' src/cut -d: -f2
check '' src/date -u -d @86400 +%F
check 'abcdef' src/dd bs=2 count=2 status=none
check '' src/df --help
check '' src/dir --help
check '' src/dircolors -p
check '' src/dirname /a/b.c
check '' src/du --help
check '' src/echo a b
check '' src/env -i A=1
check 'a\tb\n' src/expand
check '' src/expr 6 '*' 7
check '' src/factor 60
check '' src/false
check 'a b c d e\n' src/fmt -w 5
check 'abcdef\n' src/fold -w 2
check '' src/getlimits --version
check '' src/ginstall --help
check '' src/groups --help
check 'a\nb\nc\n' src/head -n 2
check '' src/hostid --version
check '' src/id --help
check 'a 1\nb 2\n' src/join - /dev/null
check '' src/kill -l 9
check '' src/link a
check '' src/ln
check '' src/logname --help
check '' src/ls --help
check 'abc' src/md5sum
check '' src/mkdir
check '' src/mkfifo
check '' src/mknod a
check '' src/mktemp --help
check '' src/mv a
check '' src/nice --help
check 'a\nb\n' src/nl
check '' src/nohup --help
check '' src/nproc --help
check '' src/numfmt --to=si 1500
check 'x' src/od -c
check 'a\nb\n' src/paste -s
check '' src/pathchk a/b
check '' src/pinky --help
check 'a\nb\n' src/pr -t -2 -l 10
check '' src/printenv NOTHING
check '' src/printf '%d-%s\n' 3 x
check 'a b\n' src/ptx
check '' src/pwd --help
check '' src/readlink /dev/null
check '' src/realpath --help
check '' src/rm
check '' src/rmdir
check '' src/runcon --help
check '' src/seq 3
check 'abc' src/sha1sum
check 'abc' src/sha224sum
check 'abc' src/sha256sum
check 'abc' src/sha384sum
check 'abc' src/sha512sum
check '' src/shred
check '' src/shuf -e a
check '' src/sleep 0
check 'b\na\n' src/sort
check 'a\n' src/split --help
check '' src/stat --help
check '' src/stdbuf --help
check '' src/stty --help
check 'abc' src/sum
check '' src/sync --help
check 'a\nb\n' src/tac
check 'a\nb\nc\n' src/tail -n 1
check 'a\n' src/tee
check '' src/test 1 -lt 2
check '' src/timeout --help
check '' src/touch
check 'hello' src/tr a-y b-z
check '' src/true
check '' src/truncate -s
check 'a b\nb c\n' src/tsort
check '' src/tty
check '' src/uname --help
check '        a\n' src/unexpand
check 'a\na\nb\n' src/uniq -c
check '' src/unlink
check '' src/uptime --help
check '' src/users --help
check '' src/vdir --help
check 'a b\nc\n' src/wc
check '' src/who --help
check '' src/whoami --help
check '' src/yes --help
