// experiment: speed-up by array transformations (arrays, Table 4), an argument and an input
// papers:     arrays qce
// with:       coreutils
// files:      src/tsort.c lib/fadvise.c lib/freopen-safer.c lib/long-options.c lib/readtokens.c
// run:        --sym-args 0 1 2 --sym-stdin 8
// sized:      --sym-stdin SIZE
