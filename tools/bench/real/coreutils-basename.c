// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/basename.c lib/basename-lgpl.c lib/basename.c lib/stripslash.c
// run:        --sym-args 0 3 3
// sized:      --sym-args 0 SIZE 2
