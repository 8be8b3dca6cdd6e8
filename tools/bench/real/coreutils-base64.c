// experiment: speed-up by array transformations (arrays, Table 4), two arguments and an input
// papers:     arrays qce
// with:       coreutils
// files:      src/basenc.c lib/base64.c lib/binary-io.c lib/fadvise.c lib/xbinary-io.c lib/xstrtoimax.c
// options:    -DBASE_TYPE=64
// run:        --sym-args 0 2 3 --sym-stdin 8
// sized:      --sym-stdin SIZE -- -d
