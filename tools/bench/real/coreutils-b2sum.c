// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/digest.c src/blake2/blake2b-ref.c src/blake2/b2sum.c lib/dup-safer.c lib/fadvise.c lib/fcntl.c
// files:      lib/fopen-safer.c lib/xdectoumax.c lib/xstrtoumax.c
// options:    -DHASH_ALGO_BLAKE2=1
// run:        --sym-args 0 1 2 --sym-stdin 4
