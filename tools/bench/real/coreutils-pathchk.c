// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/pathchk.c lib/mbrlen.c
// run:        --sym-args 0 3 4
// sized:      --sym-args 0 SIZE 2
