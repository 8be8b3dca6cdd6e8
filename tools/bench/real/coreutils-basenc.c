// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/basenc.c lib/base32.c lib/base64.c lib/binary-io.c lib/fadvise.c lib/xbinary-io.c lib/xstrtoimax.c
// options:    -DBASE_TYPE=42
// run:        --sym-args 0 2 3 --sym-stdin 4
// sized:      --sym-stdin SIZE -- --z85 -d
