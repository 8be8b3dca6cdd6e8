# The runs of busybox that builds.sh compares: `check INPUT busybox APPLET [ARGS...]`.
check '' busybox echo a b
check 'a b\nc d\n' busybox awk '{ print $2, NR }'
check 'hello\nworld\n' busybox sed 's/o/0/g'
check 'hello\nworld\n' busybox grep 'o.l'
check 'b\na\nc\n' busybox sort -r
check 'for i in 1 2 3; do echo $((i * i)); done\n' busybox ash
check 'abc' busybox md5sum
check 'hello hello hello' busybox gzip -c
check '1 2 + p\n' busybox dc
check 'a:b:c\n' busybox cut -d: -f2
check 'a b\nc\n' busybox wc
check 'a\na\nb\n' busybox uniq -c
check 'hello' busybox base64
check '' busybox seq 3
check 'x' busybox od -c
check '' busybox expr 6 '*' 7
