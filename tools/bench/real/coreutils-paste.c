// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/paste.c lib/fadvise.c
// run:        --sym-args 0 3 2 --sym-stdin 6
// sized:      --sym-stdin SIZE -- -s
