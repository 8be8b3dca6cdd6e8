// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/head.c lib/binary-io.c lib/full-read.c lib/offtostr.c lib/safe-read.c lib/umaxtostr.c
// files:      lib/xbinary-io.c lib/xdectoumax.c lib/xstrtoumax.c
// run:        --sym-args 0 2 3 --sym-stdin 6
// sized:      --sym-stdin SIZE -- -n 2
