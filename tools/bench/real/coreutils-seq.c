// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/seq.c lib/c-strtold.c lib/cl-strtold.c lib/xstrtold.c
// run:        --sym-args 0 3 3
// sized:      --sym-arg SIZE
