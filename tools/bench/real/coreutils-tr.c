// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/tr.c lib/binary-io.c lib/fadvise.c lib/safe-read.c lib/xbinary-io.c lib/xstrtoumax.c
// run:        --sym-args 0 3 3 --sym-stdin 4
// sized:      --sym-stdin SIZE -- -s a-z A-Z
