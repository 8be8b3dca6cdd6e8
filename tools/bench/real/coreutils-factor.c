// experiment: speed-up by array transformations (arrays, Table 4), two arguments and an input
// papers:     arrays qce
// with:       coreutils
// files:      src/factor.c lib/full-write.c lib/malloca.c lib/mbchar.c lib/mbiter.c lib/mbslen.c lib/mbsstr.c
// files:      lib/mbuiter.c lib/mini-gmp-gnulib.c lib/propername.c lib/readtokens.c lib/safe-write.c lib/striconv.c
// files:      lib/strnlen1.c lib/trim.c lib/umaxtostr.c lib/xstriconv.c
// options:    -DUSE_LONGLONG_H=0
// run:        --sym-args 0 2 3 --sym-stdin 4
// sized:      --sym-stdin SIZE
