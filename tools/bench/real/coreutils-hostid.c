// experiment: paths and time by the number of symbolic arguments (QCE, Figures 4 to 9)
// papers:     qce
// with:       coreutils
// files:      src/hostid.c lib/long-options.c
// run:        --sym-args 0 2 3
// sized:      --sym-arg SIZE
/* The identifier of the machine does not matter to the program. */
long gethostid(void) { return 42; }
