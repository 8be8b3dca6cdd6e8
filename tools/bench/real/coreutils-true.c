// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/true.c
// run:        --sym-args 0 2 10
// sized:      --sym-arg SIZE
