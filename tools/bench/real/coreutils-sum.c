// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/digest.c src/sum.c lib/argmatch.c lib/dup-safer.c lib/fadvise.c lib/fcntl.c lib/fopen-safer.c
// files:      lib/human.c lib/xstrtoumax.c
// options:    -DHASH_ALGO_SUM=1
// run:        --sym-args 0 1 3 --sym-stdin 6
// sized:      --sym-stdin SIZE
