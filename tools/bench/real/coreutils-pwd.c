// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/pwd.c lib/root-dev-ino.c lib/xgetcwd.c
// run:        --sym-args 0 2 3
// sized:      --sym-arg SIZE
