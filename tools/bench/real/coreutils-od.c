// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/od.c lib/argmatch.c lib/binary-io.c lib/dtoastr.c lib/ftoastr.c lib/ldtoastr.c lib/xbinary-io.c
// files:      lib/xprintf.c lib/xstrtol-error.c lib/xstrtoumax.c
// run:        --sym-args 0 2 3 --sym-stdin 4
// sized:      --sym-stdin SIZE
